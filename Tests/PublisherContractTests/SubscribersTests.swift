import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import PublisherContract

/// What is found out about subscribers, and about whoever works on a scheduler.
final class SubscribersTests: XCTestCase {
  private func subscriber(_ name: String, _ collector: Collector.Type) -> ThingUnderTest {
    Mutant.subscriber(name, collector).make()
  }

  // MARK: What asks and ends

  func testOneThatAsksForNone() {
    let nothing = subscriber("Nothing", AsksForNone.self)
    XCTAssertEqual(result(of: .rule36, on: nothing, effort: .quick).reason, "none")
  }

  func testOneThatCancelsWithItsFirstValue() {
    XCTAssertEqual(
      result(of: .rule37, on: subscriber("First", TakesOne.self), effort: .quick).title, "held")
    XCTAssertEqual(
      result(of: .rule37, on: subscriber("At once", CancelsAtOnce.self), effort: .quick).reason,
      "it had ended before its completion")
  }

  // MARK: What hangs

  func testOneThatHangsWhileItSubscribes() {
    let effort = Effort { ($0.rounds, $0.limit) = (1, 0.2) }
    let report = contractReport(of: subscriber("Twice", LocksTwice.self), effort: effort)
    XCTAssertEqual(
      report.findings.map(\.rule.number), [33, 10, 20, 27, 28, 35, 36, 37, 38], report.text)
    XCTAssertEqual(
      report.findings.first?.history.map(\.description), ["0.000s upstream 1: is subscribed to"])
  }

  func testItIsNotWaitedForSoLongAgain() {
    let stuck = ThingUnderTest.subject("Stuck") { () -> Relay in
      DispatchSemaphore(value: 0).wait()
      return Relay()
    }
    var effort = Effort { $0.limit = 0.6 }
    let result = result(of: .rule05, on: stuck, effort: effort)
    XCTAssertEqual(result.reason, "making it did not return within 0.6 s")
    effort.shorten(behind: result)
    XCTAssertEqual(effort.limit, 0.5)
    effort.shorten(behind: .notExercised("no value came"))
    XCTAssertEqual(effort.limit, 0.5)
  }
}

private final class AsksForNone: Collector, @unchecked Sendable {
  override func receive(subscription: Subscription) {
    lock.withLock { self.subscription = subscription }
    subscription.request(.none)
  }
}

private final class TakesOne: Collector, @unchecked Sendable {
  override func receive(_ value: Int) -> Subscribers.Demand {
    _ = super.receive(value)
    cancel()
    return .none
  }
}

private final class CancelsAtOnce: Collector, @unchecked Sendable {
  override func receive(subscription: Subscription) { subscription.cancel() }
}

private final class LocksTwice: Collector, @unchecked Sendable {
  override func receive(subscription: Subscription) {
    lock.lock()
    defer { lock.unlock() }
    super.receive(subscription: subscription)
  }
}
