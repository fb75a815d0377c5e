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

  // MARK: What works on a scheduler

  /// All within a second: the value of each turn arrives in it.
  private let delayed = Facts {
    $0.interval = 1
    $0.upstreamDemand = .unlimited
  }

  func testAnOperatorThatDelays() {
    let report = contractReport(
      of: .operator("Delaying", delayed) { upstream, scheduler in
        Buffering(upstream: upstream, makeLink: { DelayingLink($0, on: scheduler) })
      }, effort: .quick)
    XCTAssertNil(complaint(about: report, notExercised: [:]))
  }

  func testAnOperatorThatSendsWhatWasCancelledMeanwhile() {
    let forgets = ThingUnderTest.operator("Forgets", delayed) { upstream, scheduler in
      Buffering(upstream: upstream, makeLink: { LateLink($0, on: scheduler) })
    }
    XCTAssertEqual(
      result(of: .rule21, on: forgets, effort: .quick).reason, "value 1 (owed unlimited)")
  }

  func testAPublisherThatSubscribesLater() {
    let report = contractReport(
      of: .publisher("SubscribesLater", .reference) { scheduler in
        SubscribesLater(numbers: Numbers(to: 20, on: scheduler), scheduler: scheduler)
      }, effort: .quick)
    XCTAssertNil(complaint(about: report, notExercised: [:]))
  }

  // MARK: What hangs

  func testOneThatHangsWhileItSubscribes() {
    let effort = Effort { ($0.rounds, $0.limit) = (1, 0.1) }
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

/// Sends each event on one second later.
private class DelayingLink: BufferingLink, @unchecked Sendable {
  private let scheduler: VirtualTimeScheduler

  init(_ downstream: Downstream, on scheduler: VirtualTimeScheduler) {
    self.scheduler = scheduler
    super.init(downstream)
  }

  required init(_ downstream: Downstream) {
    scheduler = VirtualTimeScheduler()
    super.init(downstream)
  }

  func inASecond(_ action: @escaping () -> Void) {
    scheduler.schedule(after: scheduler.now.advanced(by: 1), action)
  }

  override func receive(_ value: Int) -> Subscribers.Demand {
    inASecond {
      self.accept(value)
      self.drain()
    }
    return .none
  }

  override func receive(completion: Subscribers.Completion<ProbeError>) {
    let upstream = lock.withLock {
      defer { onEnd = nil }
      return onEnd
    }
    withExtendedLifetime(upstream) {}
    inASecond {
      self.accept(completion)
      self.drain()
    }
  }
}

private final class LateLink: DelayingLink, @unchecked Sendable {
  override func receive(_ value: Int) -> Subscribers.Demand {
    let downstream = lock.withLock { self.downstream }
    inASecond { _ = downstream?.receive(value) }
    return .none
  }
}

/// Subscribes on the scheduler.
private struct SubscribesLater: Publisher {
  typealias Output = Int
  typealias Failure = ProbeError

  let numbers: Numbers
  let scheduler: VirtualTimeScheduler

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    scheduler.schedule { numbers.subscribe(subscriber) }
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
