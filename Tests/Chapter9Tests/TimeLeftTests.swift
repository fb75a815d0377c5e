import Playground
import TestSupport
import XCTest

@testable import Chapter9

final class TimeLeftTests: XCTestCase {
  func testItLooksLikeAClock() {
    XCTAssertEqual(
      [0, 9, 90, 3_599, 3_600, 86_399].map { "\(TimeLeft(totalSeconds: $0))" },
      ["0:00:00", "0:00:09", "0:01:30", "0:59:59", "1:00:00", "23:59:59"])
    for seconds in stride(from: 0, to: 86_400, by: 7) {
      let time = TimeLeft(totalSeconds: seconds)
      XCTAssertEqual(time.totalSeconds, seconds)
      XCTAssertEqual(
        time, TimeLeft(hours: time.hours, minutes: time.minutes, seconds: time.seconds))
    }
  }

  /// What is left is rounded up to the second, and is never less than nothing.
  func testRoundingUp() {
    let deadline = VirtualTime.origin.advanced(by: 90_000)
    for (left, seconds) in [
      (0, 0), (1, 1), (999_999_999, 1), (1_000_000_000, 1), (1_000_000_001, 2),
      (59_000_000_000, 59), (59_000_000_001, 60), (86_399_000_000_000, 86_399), (-1, 0),
      (89_999_000_000_000, 86_399),
    ] {
      let now = deadline.advanced(by: .nanoseconds(-left))
      XCTAssertEqual(TimeLeft(from: now, until: deadline).totalSeconds, seconds, "\(left)")
    }
  }

  /// A ring shows whole units, and is empty for good with so many seconds left as its unit says.
  func testRings() {
    let time = TimeLeft(hours: 23, minutes: 59, seconds: 1)
    XCTAssertEqual(TimeUnit.allCases.map { $0.degrees(of: time) }, [345, 354, 6])
    for seconds in stride(from: 0, to: 86_400, by: 59) {
      let time = TimeLeft(totalSeconds: seconds)
      for (unit, length) in zip(TimeUnit.allCases, [3_600, 60, 1]) {
        XCTAssertEqual(seconds <= unit.secondsLeftAtEnd, seconds < length)
        XCTAssertLessThan(unit.degrees(of: time), 360)
        if seconds <= unit.secondsLeftAtEnd { XCTAssertEqual(unit.degrees(of: time), 0) }
      }
    }
  }

  func testPartsOutOfRangeTrap() throws {
    try assertTraps("hours:): must be from 0 to 23, but is 24") { _ = TimeLeft(hours: 24) }
    try assertTraps("minutes:): must be from 0 to 59, but is -1") { _ = TimeLeft(minutes: -1) }
    try assertTraps("seconds:): must be from 0 to 59, but is 60") { _ = TimeLeft(seconds: 60) }
    try assertTraps("totalSeconds:): must be from 0 to 86399, but is 86400") {
      _ = TimeLeft(totalSeconds: 86_400)
    }
  }
}
