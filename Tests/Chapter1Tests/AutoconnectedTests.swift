import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter1

final class AutoconnectedTests: XCTestCase {
  private let scheduler = VirtualTimeScheduler()

  func testTheFirstSubscriberConnectsAndTheLastOneDisconnects() {
    let upstream = CountingConnectable()
    let publisher = upstream.autoconnected()
    XCTAssertEqual(upstream.log, [])
    let first = publisher.sink { _ in }
    let second = publisher.sink { _ in }
    first.cancel()
    XCTAssertEqual(upstream.log, ["subscribe", "connect", "subscribe", "cancel"])
    second.cancel()
    XCTAssertEqual(
      upstream.log, ["subscribe", "connect", "subscribe", "cancel", "disconnect", "cancel"])
  }

  func testANewSubscriberAfterTheLastOneConnectsAgain() throws {
    let ticks = TimerPublisher(every: 1, scheduler: scheduler).autoconnected()
    var log: [String] = []
    let first = ticks.sink { log.append("first \($0)") }
    try scheduler.advance(by: 1.5)
    first.cancel()
    XCTAssertEqual(scheduler.pendingEvents, 0)
    let second = ticks.sink { log.append("second \($0)") }
    try scheduler.advance(by: 1.5)
    second.cancel()
    XCTAssertEqual(scheduler.pendingEvents, 0)
    XCTAssertEqual(log, ["first 1.000s", "second 2.500s"])
  }

  func testALateSubscriberJoinsTheGridOfTheTimer() throws {
    let transcript = Transcript(scheduler: scheduler)
    let counts = TimerPublisher(every: 1, scheduler: scheduler).autoconnected()
      .scan(0) { count, _ in count + 1 }
    let first = counts.recorded(as: "first", in: transcript).sink { _ in }
    try scheduler.advance(by: 2.5)
    let late = counts.recorded(as: "late", in: transcript).sink { _ in }
    try scheduler.advance(by: 2)
    first.cancel()
    try scheduler.advance(by: 1)
    late.cancel()
    assertMarbles(
      transcript.entries, tick: 0.5, ["first": "^-1-2-3-4!", "late": "     ^1-2-3!"])
  }

  func testASecondCancelLeavesSiblingsConnected() throws {
    let ticks = TimerPublisher(every: 1, scheduler: scheduler).autoconnected()
    let first = AskingSubscriber<VirtualTime, Never>(first: .unlimited)
    let second = AskingSubscriber<VirtualTime, Never>(first: .unlimited)
    ticks.subscribe(first)
    ticks.subscribe(second)
    first.subscription?.cancel()
    first.subscription?.cancel()
    try scheduler.advance(by: 2)
    XCTAssertEqual(first.values, [])
    XCTAssertEqual(second.values.map(\.description), ["1.000s", "2.000s"])
    second.subscription?.cancel()
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testCancelInsideReceiveSubscriptionNeverConnects() {
    let upstream = CountingConnectable()
    upstream.autoconnected().subscribe(CancellingSubscriber())
    XCTAssertEqual(upstream.log, ["subscribe", "cancel"])
  }

  func testCancelWhileConnectingDisconnects() {
    let upstream = CountingConnectable()
    let subscriber = AskingSubscriber<Int, Never>(first: .unlimited)
    upstream.onConnect = { subscriber.subscription?.cancel() }
    upstream.autoconnected().subscribe(subscriber)
    XCTAssertEqual(upstream.log, ["subscribe", "connect", "cancel", "disconnect"])
  }

  func testASubscriberThatComesWhileConnectingKeepsTheConnection() {
    let upstream = CountingConnectable()
    let publisher = upstream.autoconnected()
    let first = AskingSubscriber<Int, Never>(first: .unlimited)
    let second = AskingSubscriber<Int, Never>(first: .unlimited)
    upstream.onConnect = {
      publisher.subscribe(second)
      first.subscription?.cancel()
    }
    publisher.subscribe(first)
    XCTAssertEqual(upstream.log, ["subscribe", "connect", "subscribe", "cancel"])
    second.subscription?.cancel()
    XCTAssertEqual(upstream.log.suffix(2), ["disconnect", "cancel"])
  }

  func testASubscriberThatComesWhileDisconnectingWaitsForItsConnection() {
    let upstream = CountingConnectable()
    let publisher = upstream.autoconnected()
    let first = AskingSubscriber<Int, Never>(first: .unlimited)
    let second = AskingSubscriber<Int, Never>(first: .unlimited)
    upstream.onDisconnect = {
      upstream.onDisconnect = {}
      publisher.subscribe(second)
      upstream.note("disconnected")
    }
    publisher.subscribe(first)
    first.subscription?.cancel()
    XCTAssertEqual(
      upstream.log,
      [
        "subscribe", "connect", "disconnect", "subscribe", "disconnected", "connect", "cancel",
      ])
    second.subscription?.cancel()
  }

  func testCompletionIsPassedOnceAndDisconnects() {
    let upstream = CountingConnectable()
    let subscriber = AskingSubscriber<Int, Never>(first: .unlimited)
    upstream.autoconnected().subscribe(subscriber)
    upstream.subject.send(1)
    upstream.subject.send(completion: .finished)
    upstream.subject.send(completion: .finished)
    subscriber.subscription?.cancel()
    XCTAssertEqual(subscriber.values, [1])
    XCTAssertEqual(subscriber.completions, [.finished])
    XCTAssertEqual(upstream.log, ["subscribe", "connect", "disconnect"])
  }

  func testDemandPassesAsItIsAndNoneIsNotPassed() {
    let upstream = CountingConnectable()
    let subscriber = AskingSubscriber<Int, Never>(first: .none) { _ in .max(2) }
    upstream.autoconnected().subscribe(subscriber)
    subscriber.subscription?.request(.none)
    subscriber.subscription?.request(.max(1))
    for value in 1...3 { upstream.subject.send(value) }
    XCTAssertEqual(subscriber.values, [1, 2, 3])
    // `handleEvents` tells of returned demand as of requests.
    XCTAssertEqual(upstream.requests, [.max(1), .max(2), .max(2), .max(2)])
    subscriber.subscription?.cancel()
  }

  func testCancellingReleasesSubscriberAndConnection() {
    weak var weakSubscriber: AskingSubscriber<VirtualTime, Never>?
    weak var weakTimer: TimerPublisher<VirtualTimeScheduler>?
    do {
      let timer = TimerPublisher(every: 1, scheduler: scheduler)
      let subscriber = AskingSubscriber<VirtualTime, Never>(first: .unlimited)
      timer.autoconnected().subscribe(subscriber)
      (weakSubscriber, weakTimer) = (subscriber, timer)
      subscriber.subscription?.cancel()
      subscriber.subscription = nil
    }
    XCTAssertNil(weakSubscriber)
    XCTAssertNil(weakTimer)
  }

  func testConcurrentFirstSubscribersConnectOnce() {
    for _ in 0..<500 {
      let upstream = CountingConnectable()
      let publisher = upstream.autoconnected()
      let subscribers = [
        AskingSubscriber<Int, Never>(first: .unlimited),
        AskingSubscriber<Int, Never>(first: .unlimited),
      ]
      inParallel({ publisher.subscribe(subscribers[0]) }, { publisher.subscribe(subscribers[1]) })
      XCTAssertEqual(upstream.log.filter { $0 == "connect" }.count, 1)
      inParallel(
        { subscribers[0].subscription?.cancel() }, { subscribers[1].subscription?.cancel() })
      XCTAssertEqual(upstream.log.filter { $0 == "disconnect" }.count, 1)
    }
  }

  func testSubscribeAndCancelOfAnotherFromTwoThreadsLeaveNothingBehind() {
    for _ in 0..<500 {
      let scheduler = VirtualTimeScheduler()
      let ticks = TimerPublisher(every: 1, scheduler: scheduler).autoconnected()
      let first = AskingSubscriber<VirtualTime, Never>(first: .unlimited)
      let second = AskingSubscriber<VirtualTime, Never>(first: .unlimited)
      ticks.subscribe(first)
      inParallel({ first.subscription?.cancel() }, { ticks.subscribe(second) })
      XCTAssertEqual(scheduler.pendingEvents, 1)
      second.subscription?.cancel()
      XCTAssertEqual(scheduler.pendingEvents, 0)
    }
  }
}

/// A subject that logs what a connectable publisher is asked for.
private final class CountingConnectable: ConnectablePublisher, @unchecked Sendable {
  typealias Output = Int
  typealias Failure = Never

  let subject = PassthroughSubject<Int, Never>()
  var onConnect: () -> Void = {}
  var onDisconnect: () -> Void = {}

  private let lock = NSLock()  // guards everything below
  private var lines: [String] = []
  private var demands: [Subscribers.Demand] = []

  var log: [String] { lock.withLock { lines } }
  var requests: [Subscribers.Demand] { lock.withLock { demands } }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == Never {
    note("subscribe")
    subject
      .handleEvents(
        receiveCancel: { self.note("cancel") },
        receiveRequest: { demand in self.lock.withLock { self.demands.append(demand) } }
      )
      .subscribe(subscriber)
  }

  func connect() -> Cancellable {
    note("connect")
    onConnect()
    return AnyCancellable {
      self.note("disconnect")
      self.onDisconnect()
    }
  }

  func note(_ line: String) { lock.withLock { lines.append(line) } }
}

/// Cancels as soon as it has its subscription.
private final class CancellingSubscriber: Subscriber {
  func receive(subscription: Subscription) {
    subscription.request(.unlimited)
    subscription.cancel()
  }
  func receive(_ input: Int) -> Subscribers.Demand { .none }
  func receive(completion: Subscribers.Completion<Never>) {}
}
