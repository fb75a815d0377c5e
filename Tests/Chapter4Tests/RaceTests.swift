import Dispatch
import OpenCombineShim
import TestSupport
import XCTest

@testable import Chapter4

/// What several threads do to a timer at the same time, a thousand times.
final class RaceTests: XCTestCase {
  private typealias Asking = AskingSubscriber<DispatchTime, Never>

  func testTicksOnManyThreadsNeverOverlapACallOrEachOther() {
    for _ in 0..<1_000 {
      let hand = HandSource()
      let calls = Locked(0)
      let overlaps = Locked(0)
      let subscriber = Asking(first: .unlimited) { _ in
        calls.change { $0 += 1 }
        if calls.value != 1 { overlaps.change { $0 += 1 } }
        calls.change { $0 -= 1 }
        return .none
      }
      Publishers.timer(interval: .seconds(1), times: .max(5), source: hand.source)
        .subscribe(subscriber)
      inParallel(
        { for _ in 0..<5 { hand.tick() } }, { for _ in 0..<5 { hand.tick() } })
      for _ in 0..<5 { hand.tick() }
      XCTAssertEqual(overlaps.value, 0)
      XCTAssertEqual(subscriber.values.count, 5)
      XCTAssertEqual(subscriber.completions, [.finished])
      XCTAssertEqual(hand.stops, 1)
    }
  }

  func testTicksRequestsAndCancelFromThreeThreads() {
    for _ in 0..<1_000 {
      let hand = HandSource()
      let subscriber = Asking(first: .max(1))
      Publishers.timer(interval: .seconds(1), times: .max(20), source: hand.source)
        .subscribe(subscriber)
      inParallel(
        { for _ in 0..<10 { hand.tick() } },
        { for _ in 0..<10 { subscriber.subscription?.request(.max(1)) } },
        { subscriber.subscription?.cancel() })
      let count = subscriber.values.count
      hand.tick()
      XCTAssertEqual(subscriber.values.count, count)
      XCTAssertLessThanOrEqual(count, 10)
      XCTAssertEqual(subscriber.completions, [])
      XCTAssertEqual(hand.starts, 1)
      XCTAssertEqual(hand.stops, 1)
    }
  }

  func testFirstRequestsAndACancelFromThreeThreads() {
    for _ in 0..<1_000 {
      let hand = HandSource()
      let subscriber = Asking(first: .none)
      Publishers.timer(interval: .seconds(1), source: hand.source).subscribe(subscriber)
      inParallel(
        { subscriber.subscription?.request(.max(1)) },
        { subscriber.subscription?.request(.max(1)) },
        { subscriber.subscription?.cancel() })
      XCTAssertLessThanOrEqual(hand.starts, 1)
      XCTAssertEqual(hand.stops, hand.starts)
    }
  }
}
