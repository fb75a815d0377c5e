import OpenCombineShim
import TestSupport
import XCTest

@testable import Playground

final class RecordingSubscriberTests: XCTestCase {
  private let transcript = Transcript(scheduler: VirtualTimeScheduler())

  private var lines: [String] {
    transcript.entries.map { $0.description.replacingOccurrences(of: "+0.000s: ", with: "") }
  }

  func testRecordsWhatPasses() {
    let subscriber = RecordingSubscriber<Int, Never>("a", in: transcript, first: .max(1)) { value in
      value < 2 ? .max(1) : .none
    }
    let subject = PassthroughSubject<Int, Never>()
    subject.subscribe(subscriber)
    for value in 1...3 { subject.send(value) }
    subscriber.request(.max(2))
    subject.send(4)
    subscriber.cancel()
    subscriber.cancel()
    subject.send(5)
    XCTAssertEqual(
      lines,
      [
        "a: receive subscription: (PassthroughSubject)", "a: request max: (1)",
        "a: receive value: (1)", "a: request max: (1) (synchronous)", "a: receive value: (2)",
        "a: request max: (2)", "a: receive value: (4)", "a: receive cancel",
      ])
  }

  func testRecordsTheEndOnceItHasCome() {
    struct Lost: Error {}
    let subscriber = RecordingSubscriber<Int, Error>("a", in: transcript, first: .none)
    Fail(error: Lost()).subscribe(subscriber)
    subscriber.request(.max(1))
    subscriber.cancel()
    XCTAssertEqual(lines, ["a: receive subscription: (Empty)", "a: receive error: (Lost())"])
  }

  func testHidesNothingThatAWrongPublisherSends() {
    let subscriber = RecordingSubscriber<Int, Never>(
      "a", in: transcript, first: .none,
      remark: { event in event == .finished ? "an end" : nil })
    _ = subscriber.receive(1)
    subscriber.receive(completion: .finished)
    _ = subscriber.receive(2)
    subscriber.receive(completion: .finished)
    XCTAssertEqual(
      lines,
      [
        "a: receive value: (1)", "a: receive finished", "an end", "a: receive value: (2)",
        "a: receive finished", "an end",
      ])
  }

  func testASecondSubscriptionIsCancelledAndTheFirstStays() {
    let subscriber = RecordingSubscriber<Int, Never>("a", in: transcript, first: .none)
    let (first, second) = (Upstream(), Upstream())
    subscriber.receive(subscription: first)
    subscriber.receive(subscription: second)
    subscriber.request(.max(1))
    XCTAssertEqual([first.requests, second.requests, first.cancels, second.cancels], [1, 0, 0, 1])
  }

  func testDemandReturnedAfterItsOwnCancelIsNone() {
    let cancel = Locked<() -> Void>({})
    let subscriber = RecordingSubscriber<Int, Never>("a", in: transcript, first: .none) { _ in
      cancel.value()
      return .max(1)
    }
    subscriber.receive(subscription: Upstream())
    XCTAssertEqual(subscriber.receive(1), .max(1))
    cancel.change { $0 = { subscriber.cancel() } }
    XCTAssertEqual(subscriber.receive(2), .none)
  }

  func testLetsGoOfItsSubscriptionAtTheEnd() {
    var upstream: Upstream? = Upstream()
    let weakly = WeakReference(upstream)
    let subscriber = RecordingSubscriber<Int, Never>("a", in: transcript, first: .none)
    subscriber.receive(subscription: upstream!)
    upstream = nil
    XCTAssertNotNil(weakly.object)
    subscriber.cancel()
    XCTAssertNil(weakly.object)
  }
}

private final class Upstream: Subscription {
  var (requests, cancels) = (0, 0)
  func request(_ demand: Subscribers.Demand) { requests += 1 }
  func cancel() { cancels += 1 }
}
