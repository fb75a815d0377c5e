import Playground
import TestSupport
import XCTest

@testable import Chapter5

final class ReplayLogTests: XCTestCase {
  func testRandomLogsHoldWhatAnArrayHolds() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      var log = ReplayLog<Int>()
      var all: [Int] = []  // what ever came
      var start = 0
      for _ in 0..<100 {
        if Bool.random(using: &random) {
          for _ in 0..<Int.random(in: 0...40, using: &random) {
            log.append(all.count * 7)
            all.append(all.count * 7)
          }
        } else {
          let place = Int.random(in: max(0, start - 3)...all.count, using: &random)
          let dropped = log.drop(before: place)
          let values = (dropped.first.map { [$0] } ?? []) + dropped.others
          XCTAssertEqual(values, place > start ? Array(all[start..<place]) : [])
          start = max(start, place)
        }
        XCTAssertEqual(log.start, start)
        XCTAssertEqual(log.end, all.count)
        XCTAssertEqual(log.count, all.count - start)
        for place in start..<all.count { XCTAssertEqual(log[place], all[place]) }
      }
    }
  }

  func testWhatIsDroppedIsHandedOutAndTheRestGoesWithTheLog() {
    var references: [WeakReference] = []
    do {
      var log = ReplayLog<Token>()
      for _ in 0..<10 {
        let token = Token()
        references.append(WeakReference(token))
        log.append(token)
      }
      let dropped = log.drop(before: 3)
      XCTAssertEqual(living(references), 10)
      withExtendedLifetime(dropped) {}
      let more = log.drop(before: 4)
      XCTAssertNotNil(more.first)
      XCTAssertEqual(more.others.count, 0)
    }
    XCTAssertEqual(living(references), 0)
  }

  private func living(_ references: [WeakReference]) -> Int {
    references.filter { $0.object != nil }.count
  }
}

private final class Token {}
