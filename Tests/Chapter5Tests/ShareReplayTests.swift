import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import Chapter5

final class ShareReplayTests: XCTestCase {
  private typealias Asking = AskingSubscriber<Int, Never>

  // MARK: The connection

  func testTheFirstSubscriberHasItsSubscriptionBeforeUpstreamIsSubscribedTo() {
    let upstream = ManualUpstream<Int>()
    let shared = upstream.handleEvents(receiveSubscription: { _ in upstream.note("connected") })
      .shareReplay()
    let subscription = shared.handleEvents(
      receiveSubscription: { _ in upstream.note("subscription") }
    ).sink { _ in }
    XCTAssertEqual(
      upstream.log, ["subscription", "subscribe", "connected", "request unlimited 1"])
    shared.sink { _ in }.cancel()
    XCTAssertEqual(upstream.log.count, 4)  // upstream does not notice the second one
    subscription.cancel()
    XCTAssertEqual(upstream.log.last, "cancel 1")
  }

  func testACancelInsideReceiveSubscriptionNeverConnects() {
    let upstream = ManualUpstream<Int>()
    let shared = upstream.shareReplay()
    let subscriber = Calling<Int> { $0.cancel() }
    shared.subscribe(subscriber)
    XCTAssertEqual(upstream.log, [])
    let next = shared.sink { _ in }
    XCTAssertEqual(upstream.log, ["subscribe", "request unlimited 1"])
    next.cancel()
  }

  func testACancelWhileConnectingCancelsTheSubscriptionWhenItArrives() {
    let upstream = ManualUpstream<Int>(sendsSubscription: false)
    let shared = upstream.shareReplay()
    let first = shared.sink { _ in }
    first.cancel()
    let second = Asking(first: .unlimited)
    shared.subscribe(second)
    upstream.subscribers[0].receive(subscription: upstream.makeSubscription("1"))
    upstream.subscribers[1].receive(subscription: upstream.makeSubscription("2"))
    XCTAssertEqual(upstream.log, ["subscribe", "subscribe", "cancel 1", "request unlimited 2"])
    second.subscription?.cancel()
  }

  func testASecondSubscriptionIsCancelled() {
    let upstream = ManualUpstream<Int>()
    let subscription = upstream.shareReplay().sink { _ in }
    upstream.subscribers[0].receive(subscription: upstream.makeSubscription("2"))
    XCTAssertEqual(upstream.log, ["subscribe", "request unlimited 1", "cancel 2"])
    subscription.cancel()
    XCTAssertEqual(upstream.log.last, "cancel 1")
  }

  func testEventsOfAnOldConnectionAreIgnored() {
    let upstream = ManualUpstream<Int>()
    let shared = upstream.shareReplay()
    shared.sink { _ in }.cancel()
    let subscriber = Asking(first: .unlimited)
    shared.subscribe(subscriber)
    _ = upstream.subscribers[0].receive(1)
    upstream.subscribers[0].receive(completion: .finished)
    _ = upstream.subscribers[1].receive(2)
    XCTAssertEqual(subscriber.values, [2])
    XCTAssertEqual(subscriber.completions, [])
    upstream.subscribers[1].receive(completion: .finished)
    _ = upstream.subscribers[1].receive(3)
    upstream.subscribers[1].receive(completion: .finished)
    XCTAssertEqual(subscriber.values, [2])
    XCTAssertEqual(subscriber.completions, [.finished])
    XCTAssertFalse(upstream.log.contains("cancel 2"))
  }

  func testASubscriptionKeepsThePublisherAlive() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = Asking(first: .unlimited)
    subject.shareReplay().subscribe(subscriber)
    subject.send(1)
    XCTAssertEqual(subscriber.values, [1])
    subscriber.subscription?.cancel()
  }

  func testAnUpstreamThatSendsWhileItIsSubscribedTo() {
    let subscriber = Asking(first: .unlimited)
    let shared = (1...5).publisher.shareReplay(capacity: 2)
    shared.subscribe(subscriber)
    XCTAssertEqual(subscriber.values, [1, 2, 3, 4, 5])
    XCTAssertEqual(subscriber.completions, [.finished])
    let late = Asking(first: .unlimited)
    shared.subscribe(late)
    XCTAssertEqual(late.values, [4, 5])
    XCTAssertEqual(late.completions, [.finished])
  }

  // MARK: Demand and the end

  func testNothingToReplayCompletesWithoutDemand() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.shareReplay(capacity: 0)
    let early = Asking(first: .none)
    shared.subscribe(early)
    subject.send(1)
    subject.send(completion: .finished)
    let late = Asking(first: .none)
    shared.subscribe(late)
    XCTAssertEqual(late.completions, [.finished])
    XCTAssertEqual(early.completions, [])
    early.subscription?.request(.max(1))
    XCTAssertEqual(early.values, [1])
    XCTAssertEqual(early.completions, [.finished])
  }

  func testARequestOfNoneAndOneAfterTheEndDoNothing() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = Asking(first: .none)
    subject.shareReplay().subscribe(subscriber)
    subject.send(1)
    subscriber.subscription?.request(.none)
    XCTAssertEqual(subscriber.values, [])
    subscriber.subscription?.cancel()
    subscriber.subscription?.request(.unlimited)
    XCTAssertEqual(subscriber.values, [])
  }

  func testASubscriberInsideReceiveGetsTheValueInProgressOnce() {
    for (capacity, expected) in [(0, [4]), (1, [3, 4]), (2, [2, 3, 4]), (.max, [1, 2, 3, 4])] {
      let subject = PassthroughSubject<Int, Never>()
      let shared = subject.shareReplay(capacity: capacity)
      let inner = Asking(first: .unlimited)
      let outer = Asking(first: .unlimited) { count in
        if count == 3 { shared.subscribe(inner) }
        return .none
      }
      shared.subscribe(outer)
      for value in 1...4 { subject.send(value) }
      XCTAssertEqual(inner.values, expected, "capacity \(capacity)")
      for subscriber in [inner, outer] { subscriber.subscription?.cancel() }
    }
  }

  func testNothingArrivesBeforeTheSubscriptionHasBeenReceived() {
    let shared = Just(1).shareReplay()
    shared.sink { _ in }.cancel()
    var log: [String] = []
    shared.subscribe(
      Calling<Int>(onValue: { log.append("\($0)") }) {
        log.append("begins")
        $0.request(.unlimited)
        log.append("ends")
      })
    XCTAssertEqual(log, ["begins", "ends", "1"])
  }

  func testReplayIsNotRecursive() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.shareReplay()
    let early = shared.sink { _ in }
    for value in 0..<100_000 { subject.send(value) }
    let late = Asking(first: .max(1)) { _ in .max(1) }
    shared.subscribe(late)
    XCTAssertEqual(late.values, Array(0..<100_000))
    late.subscription?.cancel()
    early.cancel()
  }

  func testANegativeCapacityTraps() throws {
    try assertTraps("shareReplay(capacity:): the capacity must not be negative, but is -1") {
      _ = Empty<Int, Never>().shareReplay(capacity: -1)
    }
  }
}

/// A subscriber that hands what it gets to closures.
private final class Calling<Input>: Subscriber {
  typealias Failure = Never

  private let onValue: (Input) -> Void
  private let onSubscription: (Subscription) -> Void

  init(
    onValue: @escaping (Input) -> Void = { _ in }, onSubscription: @escaping (Subscription) -> Void
  ) {
    self.onValue = onValue
    self.onSubscription = onSubscription
  }

  func receive(subscription: Subscription) { onSubscription(subscription) }

  func receive(_ value: Input) -> Subscribers.Demand {
    onValue(value)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}
