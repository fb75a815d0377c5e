import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import Playground

final class RecordedTests: XCTestCase {
  private let scheduler = VirtualTimeScheduler()
  private lazy var transcript = Transcript(scheduler: scheduler)

  private func entry(_ seconds: VirtualTime.Stride, _ event: Transcript.Event) -> Transcript.Entry {
    .init(VirtualTime.origin.advanced(by: seconds), .event(event, timeline: "a"))
  }

  // MARK: Events

  func testASubscriptionOfASubject() throws {
    let subject = PassthroughSubject<Int, Never>()
    var received: [Int] = []
    let subscription = subject.recorded(as: "a", in: transcript).sink { received.append($0) }
    try scheduler.advance(by: 1)
    subject.send(7)
    try scheduler.advance(by: 0.5)
    subject.send(8)
    subject.send(completion: .finished)
    XCTAssertEqual(
      transcript.entries,
      [
        entry(0, .subscription("PassthroughSubject")),
        entry(0, .request(.unlimited, synchronous: false)),
        entry(1, .value("7")),
        entry(1.5, .value("8")),
        entry(1.5, .finished),
      ])
    XCTAssertEqual(received, [7, 8])
    subscription.cancel()
  }

  func testASequence() {
    var completions: [Subscribers.Completion<Never>] = []
    let subscription = ["one", "two"].publisher.recorded(as: "a", in: transcript)
      .sink(receiveCompletion: { completions.append($0) }, receiveValue: { _ in })
    XCTAssertEqual(
      transcript.entries,
      [
        entry(0, .subscription(#"["one", "two"]"#)),
        entry(0, .request(.unlimited, synchronous: false)),
        entry(0, .value("one")),
        entry(0, .value("two")),
        entry(0, .finished),
      ])
    XCTAssertEqual(completions, [.finished])
    subscription.cancel()
  }

  func testAnEmptySequence() {
    let subscription = [Int]().publisher.recorded(as: "a", in: transcript).sink { _ in }
    XCTAssertEqual(
      transcript.entries,
      [
        entry(0, .subscription("Empty")), entry(0, .request(.unlimited, synchronous: false)),
        entry(0, .finished),
      ])
    subscription.cancel()
  }

  func testAFailure() {
    var completions: [Subscribers.Completion<Lost>] = []
    let subscription = Fail<Int, Lost>(error: Lost()).recorded(as: "a", in: transcript)
      .sink(receiveCompletion: { completions.append($0) }, receiveValue: { _ in })
    XCTAssertEqual(
      transcript.entries,
      [
        entry(0, .subscription("Empty")), entry(0, .request(.unlimited, synchronous: false)),
        entry(0, .failure("lost")),
      ])
    XCTAssertEqual(completions, [.failure(Lost())])
    subscription.cancel()
  }

  func testRequestsOfSomeValues() {
    let subscriber = AskingSubscriber<Int, Never>(first: .max(2)) { count in
      count == 1 ? .max(3) : .none
    }
    (1...4).publisher.recorded(as: "a", in: transcript).subscribe(subscriber)
    subscriber.subscription?.request(.unlimited)
    XCTAssertEqual(
      transcript.entries,
      [
        entry(0, .subscription("1...4")),
        entry(0, .request(.max(2), synchronous: false)),
        entry(0, .value("1")),
        entry(0, .request(.max(3), synchronous: true)),
        entry(0, .value("2")),
        entry(0, .value("3")),
        entry(0, .value("4")),
        entry(0, .finished),
      ])
    XCTAssertEqual(subscriber.values, [1, 2, 3, 4])
    XCTAssertEqual(subscriber.completions, [.finished])
  }

  func testARequestOfNoneIsNeitherRecordedNorForwarded() {
    let upstream = ManualPublisher()
    let subscriber = AskingSubscriber<Int, Never>(first: .none)
    upstream.recorded(as: "a", in: transcript).subscribe(subscriber)
    subscriber.subscription?.request(.none)
    subscriber.subscription?.request(.max(1))
    XCTAssertEqual(
      transcript.entries,
      [entry(0, .subscription("Manual 1")), entry(0, .request(.max(1), synchronous: false))])
    XCTAssertEqual(upstream.log, ["Manual 1: request max: (1)"])
  }

  func testReturnedDemandIsHandedUp() throws {
    let upstream = ManualPublisher()
    let subscriber = AskingSubscriber<Int, Never>(first: .max(1)) { count in
      [.max(5), .none, .unlimited][count - 1]
    }
    upstream.recorded(as: "a", in: transcript).subscribe(subscriber)
    let inner = try XCTUnwrap(upstream.subscriber)
    XCTAssertEqual([1, 2, 3].map(inner.receive), [.max(5), .none, .unlimited])
  }

  // MARK: Cancel

  func testCancel() throws {
    let upstream = ManualPublisher()
    let subscriber = AskingSubscriber<Int, Never>(first: .max(1))
    upstream.recorded(as: "a", in: transcript).subscribe(subscriber)
    try scheduler.advance(by: 2)
    subscriber.subscription?.cancel()
    XCTAssertEqual(
      transcript.entries,
      [
        entry(0, .subscription("Manual 1")), entry(0, .request(.max(1), synchronous: false)),
        entry(2, .cancel),
      ])
    XCTAssertEqual(upstream.log, ["Manual 1: request max: (1)", "Manual 1: cancel"])
  }

  func testNothingIsRecordedOrHandedOnAfterCancel() throws {
    let upstream = ManualPublisher()
    let subscriber = AskingSubscriber<Int, Never>(first: .none) { _ in .max(1) }
    upstream.recorded(as: "a", in: transcript).subscribe(subscriber)
    subscriber.subscription?.cancel()
    let inner = try XCTUnwrap(upstream.subscriber)
    XCTAssertEqual(inner.receive(7), .none)
    inner.receive(completion: .finished)
    subscriber.subscription?.request(.unlimited)
    subscriber.subscription?.cancel()
    XCTAssertEqual(transcript.entries, [entry(0, .subscription("Manual 1")), entry(0, .cancel)])
    XCTAssertEqual(upstream.log, ["Manual 1: cancel"])
    XCTAssertEqual(subscriber.values, [])
    XCTAssertEqual(subscriber.completions, [])
  }

  func testNothingIsRecordedOrHandedOnAfterTheCompletion() throws {
    let upstream = ManualPublisher()
    let subscriber = AskingSubscriber<Int, Never>(first: .none) { _ in .max(1) }
    upstream.recorded(as: "a", in: transcript).subscribe(subscriber)
    let inner = try XCTUnwrap(upstream.subscriber)
    inner.receive(completion: .finished)
    XCTAssertEqual(inner.receive(7), .none)
    inner.receive(completion: .finished)
    subscriber.subscription?.request(.unlimited)
    subscriber.subscription?.cancel()
    XCTAssertEqual(transcript.entries, [entry(0, .subscription("Manual 1")), entry(0, .finished)])
    XCTAssertEqual(upstream.log, [])
    XCTAssertEqual(subscriber.values, [])
    XCTAssertEqual(subscriber.completions, [.finished])
  }

  func testDemandReturnedAfterACancelIsNone() throws {
    let upstream = ManualPublisher()
    let box = Locked<Subscription?>(nil)
    let subscriber = AskingSubscriber<Int, Never>(first: .max(1)) { _ in
      box.value?.cancel()
      return .max(5)
    }
    upstream.recorded(as: "a", in: transcript).subscribe(subscriber)
    box.change { $0 = subscriber.subscription }
    XCTAssertEqual(try XCTUnwrap(upstream.subscriber).receive(7), .none)
    XCTAssertEqual(
      transcript.entries,
      [
        entry(0, .subscription("Manual 1")), entry(0, .request(.max(1), synchronous: false)),
        entry(0, .value("7")), entry(0, .cancel),
      ])
    XCTAssertEqual(subscriber.values, [7])
  }

  // MARK: Subscriptions

  func testASecondSubscriptionIsCancelled() {
    let upstream = ManualPublisher()
    let subscriber = AskingSubscriber<Int, Never>(first: .max(1))
    upstream.recorded(as: "a", in: transcript).subscribe(subscriber)
    upstream.sendSubscription()
    subscriber.subscription?.request(.max(2))
    XCTAssertEqual(
      upstream.log,
      ["Manual 1: request max: (1)", "Manual 2: cancel", "Manual 1: request max: (2)"])
    XCTAssertEqual(
      transcript.entries,
      [
        entry(0, .subscription("Manual 1")), entry(0, .request(.max(1), synchronous: false)),
        entry(0, .request(.max(2), synchronous: false)),
      ])
  }

  func testASubscriptionAfterTheEndIsCancelled() {
    let upstream = ManualPublisher()
    let subscriber = AskingSubscriber<Int, Never>(first: .none)
    upstream.recorded(as: "a", in: transcript).subscribe(subscriber)
    subscriber.subscription?.cancel()
    upstream.sendSubscription()
    XCTAssertEqual(upstream.log, ["Manual 1: cancel", "Manual 2: cancel"])
    XCTAssertEqual(transcript.entries, [entry(0, .subscription("Manual 1")), entry(0, .cancel)])
  }

  func testItsSubscriptionNamesItself() {
    let subscriber = AskingSubscriber<Int, Never>(first: .none)
    ManualPublisher().recorded(as: "a", in: transcript).subscribe(subscriber)
    XCTAssertEqual(subscriber.subscription.map { "\($0)" }, "Recorded")
  }

  func testTwoTimelines() throws {
    let subject = PassthroughSubject<Int, Never>()
    let one = subject.recorded(as: "one", in: transcript).sink { _ in }
    let two = subject.recorded(as: "two", in: transcript).sink { _ in }
    one.cancel()
    two.cancel()
    XCTAssertEqual(
      transcript.entries.map(\.description),
      [
        "+0.000s: one: receive subscription: (PassthroughSubject)",
        "+0.000s: one: request unlimited",
        "+0.000s: two: receive subscription: (PassthroughSubject)",
        "+0.000s: two: request unlimited",
        "+0.000s: one: receive cancel",
        "+0.000s: two: receive cancel",
      ])
  }

  // MARK: Memory

  /// Whether the subscriber is released once it has ended, though upstream keeps the recorder.
  private func isReleased(after end: (ManualPublisher, Subscription) -> Void) throws -> Bool {
    let upstream = ManualPublisher()
    var subscriber: AskingSubscriber<Int, Never>? = AskingSubscriber(first: .unlimited)
    let weakly = WeakReference(subscriber)
    upstream.recorded(as: "a", in: transcript).subscribe(try XCTUnwrap(subscriber))
    end(upstream, try XCTUnwrap(subscriber?.subscription))
    subscriber = nil
    XCTAssertNotNil(upstream.subscriber)
    return weakly.object == nil
  }

  func testReleasesItsDownstreamAfterTheEnd() throws {
    XCTAssertTrue(try isReleased { _, subscription in subscription.cancel() })
    XCTAssertTrue(
      try isReleased { upstream, _ in upstream.subscriber?.receive(completion: .finished) })
    XCTAssertFalse(try isReleased { _, _ in })
  }

  func testReleasesItsUpstreamAfterTheEnd() throws {
    let upstream = ManualPublisher()
    let subscriber = AskingSubscriber<Int, Never>(first: .unlimited)
    upstream.recorded(as: "a", in: transcript).subscribe(subscriber)
    XCTAssertNotNil(upstream.latestSubscription.object)
    subscriber.subscription?.cancel()
    XCTAssertNil(upstream.latestSubscription.object)
  }
}

private struct Lost: Error, Equatable, CustomStringConvertible {
  let description = "lost"
}

/// A publisher that does nothing by itself: a test speaks to its subscriber, and reads what its
/// subscriptions were told.
private final class ManualPublisher: Publisher {
  typealias Output = Int
  typealias Failure = Never

  private(set) var subscriber: AnySubscriber<Int, Never>?
  private(set) var latestSubscription = WeakReference(nil)
  private(set) var log: [String] = []
  private var subscriptions = 0

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == Never {
    self.subscriber = AnySubscriber(subscriber)
    sendSubscription()
  }

  func sendSubscription() {
    subscriptions += 1
    let subscription = ManualSubscription("Manual \(subscriptions)") { [unowned self] in
      log.append($0)
    }
    latestSubscription = WeakReference(subscription)
    subscriber?.receive(subscription: subscription)
  }
}

private final class ManualSubscription: Subscription, CustomStringConvertible {
  let description: String
  private let note: (String) -> Void

  init(_ description: String, note: @escaping (String) -> Void) {
    self.description = description
    self.note = note
  }

  func request(_ demand: Subscribers.Demand) {
    note("\(description): \(Transcript.Event.request(demand, synchronous: false))")
  }

  func cancel() { note("\(description): cancel") }
}
