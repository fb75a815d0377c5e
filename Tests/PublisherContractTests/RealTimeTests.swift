import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import PublisherContract

/// What no virtual clock can drive is checked in real time.
final class RealTimeTests: XCTestCase {
  private let facts = Facts {
    $0.interval = 0.01
    $0.end = 20
  }

  func testTimersOnTheRunLoopAndOnAQueue() {
    let facts = facts
    let timers: [@Sendable () -> ThingUnderTest] = [
      {
        .realTimeConnectable("Timer", Facts { $0.interval = 0.01 }) {
          Timer.publish(every: 0.01, on: .current, in: .default)
        }
      },
      { .realTimePublisher("QueueNumbers", facts) { QueueNumbers(outlet: { Outlet($0) }) } },
    ]
    let reports = contractReports(of: timers.map { ($0, Effort { $0.limit = 3 }) })
    assertRunLoopTimerIsKnown(reports[0])
    XCTAssertEqual(reports[1].findings.map(\.text), [])
    XCTAssertEqual(
      reports[1].held,
      [
        1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 31,
        33,
      ], reports[1].text)
  }

  private func assertRunLoopTimerIsKnown(_ report: ContractReport) {
    XCTAssert(report.text.hasPrefix("Timer, publisher in real time: "), report.text)
    let broken = report.findings.map(\.rule.number)
    XCTAssertEqual(
      (report.held + broken).sorted(),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 21, 22, 23, 24, 25, 26, 27, 28, 31, 33],
      report.text)
    XCTAssert(Set(broken).isSubset(of: [33]), report.text)
  }

  /// A machine that is late now and then breaks no rule.
  func testABreachThatIsNotSeenAgainIsNone() {
    for isLate in [false, true] {
      let counter = Counter()
      let thing = ThingUnderTest.realTimePublisher("Numbers", facts) {
        QueueNumbers(outlet: { isLate && counter.next() > 1 ? Outlet($0) : SendsAll($0) })
      }
      let result = result(of: .rule05, on: thing, effort: .short)
      XCTAssertEqual(result.title, isLate ? "held" : "broken")
      if case .broken(let finding) = result { XCTAssertNil(finding.marbles, finding.text) }
    }
  }

  /// Nor does one that is so late that nothing comes.
  func testWhatIsExercisedInTheEndIsExercised() {
    for isLate in [false, true] {
      let counter = Counter()
      let thing = ThingUnderTest.realTimePublisher("Numbers", facts) {
        QueueNumbers(outlet: { isLate && counter.next() > 1 ? Outlet($0) : SendsNothing($0) })
      }
      let result = result(of: .rule05, on: thing, effort: .short)
      XCTAssertEqual(result.title, isLate ? "held" : "not exercised")
    }
  }
}

/// A number every five milliseconds, on a queue.
private final class QueueNumbers: Numbers {
  init(outlet: @escaping (Outlet.Downstream) -> Outlet) {
    super.init(to: 20, on: VirtualTimeScheduler(), outlet: outlet)
  }

  override func start(_ outlet: Outlet) {
    var number = 0
    let last = last
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "numbers"))
    timer.schedule(deadline: .now() + 0.01, repeating: 0.005)
    timer.setEventHandler {
      number += 1
      if number <= last { outlet.accept(number) }
      if number == last { outlet.accept(.finished) }
      outlet.drain()
    }
    let isWanted = outlet.lock.withLock {
      outlet.onEnd = outlet.downstream == nil ? nil : timer.cancel
      return outlet.onEnd != nil
    }
    timer.resume()
    if !isWanted { timer.cancel() }
  }
}

private final class SendsAll: Outlet, @unchecked Sendable {
  override func takeEvent() -> Event? {
    guard let downstream else { return nil }
    if let value = waiting.popFirst() { return .value(value, downstream) }
    return completion.map { .completion($0, downstream) }
  }
}

private final class SendsNothing: Outlet, @unchecked Sendable {
  override func takeEvent() -> Event? { nil }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()  // guards the count
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
