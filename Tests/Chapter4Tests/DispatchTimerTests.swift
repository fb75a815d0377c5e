import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter4

/// The timer on a virtual clock, and on ticks that are made by hand.
final class DispatchTimerTests: XCTestCase {
  private typealias Asking = AskingSubscriber<DispatchTime, Never>

  private let scheduler = VirtualTimeScheduler()
  private let hand = HandSource()

  private func seconds(_ subscriber: AskingSubscriber<DispatchTime, Never>) -> [Double] {
    subscriber.values.map { Double($0.uptimeNanoseconds) / 1e9 }
  }

  private func virtualTimer(
    every interval: DispatchTimeInterval = .seconds(1), _ times: Subscribers.Demand = .unlimited
  ) -> Publishers.DispatchTimer {
    Publishers.timer(interval: interval, times: times, source: .virtual(scheduler))
  }

  // MARK: Values and times

  func testValuesAreOnTheGridAndTheFinishFollowsTheLastAtOnce() throws {
    let subscriber = Asking(first: .unlimited)
    virtualTimer(.max(3)).subscribe(subscriber)
    try scheduler.advance(by: 2.5)
    XCTAssertEqual(subscriber.completions, [])
    try scheduler.advance(by: 0.5)
    XCTAssertEqual(seconds(subscriber), [1, 2, 3])
    XCTAssertEqual(subscriber.completions, [.finished])
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testEveryUnitOfTheInterval() throws {
    for interval in [
      DispatchTimeInterval.seconds(2), .milliseconds(2_000), .microseconds(2_000_000),
      .nanoseconds(2_000_000_000),
    ] {
      let scheduler = VirtualTimeScheduler()
      let subscriber = Asking(first: .unlimited)
      Publishers.timer(interval: interval, times: .max(2), source: .virtual(scheduler))
        .subscribe(subscriber)
      try scheduler.advance(by: 10)
      XCTAssertEqual(seconds(subscriber), [2, 4], "\(interval)")
    }
  }

  func testEachSubscriberHasATimerOfItsOwn() throws {
    let (first, second) = (Asking(first: .unlimited), Asking(first: .unlimited))
    let timer = virtualTimer(.max(2))
    timer.subscribe(first)
    try scheduler.advance(by: 0.5)
    timer.subscribe(second)
    try scheduler.advance(by: 5)
    XCTAssertEqual(seconds(first), [1, 2])
    XCTAssertEqual(seconds(second), [1.5, 2.5])
  }

  func testMissedTicksAreOneAndTheGridStays() throws {
    let subscriber = Asking(first: .unlimited)
    virtualTimer(.max(4)).subscribe(subscriber)
    try scheduler.advance(by: 1.25)
    scheduler.stall(for: 5)
    try scheduler.advance(by: 5)
    XCTAssertEqual(seconds(subscriber), [1, 6.25, 7, 8])
    XCTAssertEqual(subscriber.completions, [.finished])
  }

  func testNoTimesFinishWithoutDemandAndStartNothing() {
    for first in [Subscribers.Demand.none, .unlimited] {
      let subscriber = Asking(first: first)
      Publishers.timer(interval: .seconds(1), times: .none, source: hand.source)
        .subscribe(subscriber)
      XCTAssertEqual(subscriber.completions, [.finished])
      subscriber.subscription?.request(.max(1))
      XCTAssertEqual(subscriber.completions, [.finished])
      XCTAssertEqual(hand.starts, 0)
    }
  }

  // MARK: Demand

  func testItStartsOnceWithTheFirstDemand() throws {
    let subscriber = Asking(first: .none)
    Publishers.timer(interval: .seconds(1), source: hand.source).subscribe(subscriber)
    subscriber.subscription?.request(.none)
    XCTAssertEqual(hand.starts, 0)
    subscriber.subscription?.request(.max(1))
    subscriber.subscription?.request(.max(1))
    XCTAssertEqual(hand.starts, 1)
  }

  func testDemandThatIsReturnedCounts() throws {
    let subscriber = Asking(first: .max(1), next: { _ in .max(1) })
    virtualTimer(.max(3)).subscribe(subscriber)
    try scheduler.advance(by: 10)
    XCTAssertEqual(seconds(subscriber), [1, 2, 3])
    XCTAssertEqual(subscriber.completions, [.finished])
  }

  func testATickWithoutDemandIsNeitherBankedNorCounted() throws {
    let subscriber = Asking(first: .max(1))
    virtualTimer(.max(3)).subscribe(subscriber)
    try scheduler.advance(by: 4.5)
    subscriber.subscription?.request(.max(2))
    XCTAssertEqual(seconds(subscriber), [1])
    try scheduler.advance(by: 5)
    XCTAssertEqual(seconds(subscriber), [1, 5, 6])
    XCTAssertEqual(subscriber.completions, [.finished])
  }

  func testNothingStartsBeforeTheSubscriptionHasBeenReceived() {
    var log: [String] = []
    let hand = hand
    hand.onStart = { log.append("start") }
    Publishers.timer(interval: .seconds(1), source: hand.source).subscribe(
      AnySubscriber(
        receiveSubscription: {
          $0.request(.unlimited)
          log.append("received")
        },
        receiveValue: { _ in .none }))
    XCTAssertEqual(log, ["received", "start"])
  }

  // MARK: A tick during a call

  func testATickDuringACallWaitsForItsEndAndForWhatItReturns() {
    for returned in [Subscribers.Demand.none, .max(1)] {
      let hand = HandSource()
      var (depth, deepest) = (0, 0)
      let subscriber = Asking(first: .max(1)) { count in
        depth += 1
        deepest = max(deepest, depth)
        if count == 1 { for _ in 0..<3 { hand.tick() } }
        depth -= 1
        return count == 1 ? returned : .none
      }
      Publishers.timer(interval: .seconds(1), source: hand.source).subscribe(subscriber)
      hand.tick()
      XCTAssertEqual(subscriber.numbers, returned == .none ? [1] : [1, 4])
      XCTAssertEqual(deepest, 1)
      subscriber.subscription?.request(.max(1))
      hand.tick()
      XCTAssertEqual(subscriber.numbers, returned == .none ? [1, 5] : [1, 4, 5])
      subscriber.subscription?.cancel()
    }
  }

  // MARK: Queues

  func testNoQueueMeansAPrivateOneForEachSubscription() {
    let timer = Publishers.timer(interval: .seconds(1), source: hand.source)
    let (first, second) = (Asking(first: .unlimited), Asking(first: .unlimited))
    timer.subscribe(first)
    let queue = hand.queue
    XCTAssertNotNil(queue)
    timer.subscribe(second)
    XCTAssert(queue !== hand.queue)

    let own = DispatchQueue(label: "own")
    Publishers.timer(queue: own, interval: .seconds(1), source: hand.source)
      .subscribe(Asking(first: .unlimited))
    XCTAssert(hand.queue === own)
  }

  // MARK: Bad input

  func testIntervalsThatAreNotPositiveTrap() throws {
    for interval in [
      DispatchTimeInterval.seconds(0), .milliseconds(0), .microseconds(-1), .nanoseconds(-1),
      .never,
    ] {
      try assertTraps(
        "DispatchTimerConfiguration(interval:): the interval must be positive, but is \(interval)"
      ) { _ = Publishers.timer(interval: interval) }
    }
  }

  func testLeewaysThatAreNegativeOrNeverTrap() throws {
    for leeway in [DispatchTimeInterval.milliseconds(-1), .never] {
      try assertTraps(
        "DispatchTimerConfiguration(leeway:): the leeway must not be negative or never, "
          + "but is \(leeway)"
      ) { _ = Publishers.timer(interval: .seconds(1), leeway: leeway) }
    }
  }

  func testTheLongestIntervalIsInRange() {
    for interval in [DispatchTimeInterval.seconds(.max), .nanoseconds(.max)] {
      for source in [TickSource.live, .virtual(scheduler)] {
        let subscriber = Asking(first: .unlimited)
        Publishers.timer(interval: interval, leeway: interval, source: source)
          .subscribe(subscriber)
        subscriber.subscription?.cancel()
        XCTAssertEqual(subscriber.values, [])
      }
    }
  }
}
