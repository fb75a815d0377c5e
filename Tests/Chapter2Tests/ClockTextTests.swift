import TestSupport
import XCTest

@testable import Chapter2

final class ClockTextTests: XCTestCase {
  func testClockText() {
    let texts: [(Double, String)] = [
      (0, "00:00.00"), (0.004, "00:00.00"), (0.005, "00:00.01"), (1, "00:01.00"),
      (59.994, "00:59.99"), (59.996, "01:00.00"), (60, "01:00.00"), (61.25, "01:01.25"),
      (600, "10:00.00"), (3_599.99, "59:59.99"), (3_600, "60:00.00"), (360_000, "6000:00.00"),
      (-0.01, "00:00.00"), (-5, "00:00.00"), (1.6888920817414999e-13, "00:00.00"),
    ]
    XCTAssertEqual(texts.map { clockText($0.0) }, texts.map(\.1))
  }

  func testClockTextOfWhatIsNotFiniteTraps() throws {
    try assertTraps("clockText: the seconds must be finite, but are nan") { _ = clockText(.nan) }
    try assertTraps("clockText: the seconds must be finite, but are inf") {
      _ = clockText(.infinity)
    }
    try assertTraps("clockText: the seconds must be at most 1e9, but are 1000000001.0") {
      _ = clockText(1_000_000_001)
    }
  }

  /// The number on which the lesson rests, without a timer.
  func testAThousandHundredthsAreNotTen() {
    XCTAssertEqual((0..<1_000).reduce(10.0) { left, _ in left - 0.01 }, 1.6888920817414999e-13)
    XCTAssertEqual(10 - 1_000 * 0.01, 0)
  }
}
