import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import PublisherContract

/// What no virtual clock can drive is checked in real time.
final class RealTimeTests: XCTestCase {
  /// A busy machine is late: only what is seen with longer and longer intervals counts.
  func testTimersOnTheRunLoopAndOnAQueue() {
    var complaints: [String] = []
    for milliseconds in [5, 10, 30] {
      let seconds = Double(milliseconds) / 1_000
      let timers: [@Sendable () -> ThingUnderTest] = [
        {
          let facts = Facts { $0.interval = .seconds(seconds) }
          return .realTimeConnectable("Timer of \(milliseconds) ms", facts) {
            Timer.publish(every: seconds, on: .current, in: .default)
          }
        },
        { numbers("QueueNumbers of \(milliseconds) ms", seconds) { Outlet($0) } },
      ]
      let reports = contractReports(of: timers.map { ($0, Effort { $0.limit = 200 * seconds }) })
      guard let complaint = complaint(aboutTimer: reports[0], aboutNumbers: reports[1]) else {
        return
      }
      complaints.append(complaint)
    }
    XCTFail(complaints.joined(separator: "\n\n"))
  }

  private func complaint(
    aboutTimer timer: ContractReport, aboutNumbers numbers: ContractReport
  ) -> String? {
    let broken = timer.findings.map(\.rule.number)
    let isTimerKnown =
      timer.text.contains("ms, publisher in real time: ") && Set(broken).isSubset(of: [33])
      && (timer.held + broken).sorted() == Array(1...13) + Array(21...28) + [31, 33]
    let isRight =
      numbers.findings.isEmpty
      && numbers.held == [
        1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 31,
        33,
      ]
    return isTimerKnown && isRight ? nil : "\(timer.text)\n\n\(numbers.text)"
  }

  /// One scene of many intervals takes longer than the limit, and goes on all the same.
  func testWhatTakesManyIntervalsDoesNotHang() {
    let thing = numbers("Numbers", 0.02) { Outlet($0) }
    let result = result(of: .rule13, on: thing, effort: Effort { $0.limit = 0.5 })
    XCTAssertEqual(result.title, "held", result.reason ?? "")
  }

  /// A machine that is late now and then breaks no rule.
  func testABreachThatIsNotSeenAgainIsNone() {
    for isLate in [false, true] {
      let count = Locked(0)
      let thing = numbers("Numbers", 0.01) {
        isLate && count.next() > 1 ? Outlet($0) : SendsAll($0)
      }
      let result = result(of: .rule05, on: thing, effort: .short)
      XCTAssertEqual(result.title, isLate ? "held" : "broken")
      if case .broken(let finding) = result { XCTAssertNil(finding.marbles, finding.text) }
    }
  }

  /// Nor does one that is so late that nothing comes.
  func testWhatIsExercisedInTheEndIsExercised() {
    for isLate in [false, true] {
      let count = Locked(0)
      let thing = numbers("Numbers", 0.01) {
        isLate && count.next() > 1 ? Outlet($0) : SendsNothing($0)
      }
      let result = result(of: .rule05, on: thing, effort: .short)
      XCTAssertEqual(result.title, isLate ? "held" : "not exercised")
    }
  }
}

/// Twenty numbers on a queue, twice as fast as the checker knows.
private func numbers(
  _ name: String, _ interval: TimeInterval,
  outlet: @escaping @Sendable (Outlet.Downstream) -> Outlet
) -> ThingUnderTest {
  let facts = Facts {
    $0.interval = .seconds(interval)
    $0.end = 20
  }
  return .realTimePublisher(name, facts) { QueueNumbers(every: interval / 2, outlet: outlet) }
}

private final class QueueNumbers: Numbers {
  private let interval: TimeInterval

  init(every interval: TimeInterval, outlet: @escaping (Outlet.Downstream) -> Outlet) {
    self.interval = interval
    super.init(to: 20, on: VirtualTimeScheduler(), outlet: outlet)
  }

  override func start(_ outlet: Outlet) {
    var number = 0
    let last = last
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "numbers"))
    timer.schedule(deadline: .now() + 2 * interval, repeating: interval)
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

private final class SendsNothing: Outlet, @unchecked Sendable {
  override func takeEvent() -> Event? { nil }
}

extension Locked<Int> {
  /// Counts one more, and returns how many there are.
  fileprivate func next() -> Int {
    change {
      $0 += 1
      return $0
    }
  }
}
