import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import PublisherContract

/// A correct thing of each kind breaks nothing.
final class ReferenceTests: XCTestCase {
  private let publisherRules = [
    1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 31, 33,
  ]
  private let operatorRules = [
    1, 2, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 31, 33, 35,
  ]
  private let subjectRules = [
    1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 18, 19, 21, 22, 24, 25, 26, 27, 28, 31, 33, 34,
  ]
  private let subscriberRules = [10, 20, 27, 28, 33, 35, 36, 37, 38]

  /// The references, each with the rules that it holds.
  private var references: [(make: @Sendable () -> ThingUnderTest, rules: [Int])] {
    [
      ({ .publisher("Numbers", .reference) { Numbers(to: 20, on: $0) } }, publisherRules),
      (
        { .connectable("ConnectableNumbers", .reference) { ConnectableNumbers(to: 20, on: $0) } },
        publisherRules + [4]
      ),
      ({ .operator("Passing") { Passing(upstream: $0) } }, operatorRules),
      (
        {
          .operator("Buffering", Facts { $0.upstreamDemand = .unlimited }) {
            Buffering(upstream: $0)
          }
        }, operatorRules
      ),
      ({ .operator("Sharing", .sharing) { Sharing(upstream: $0) } }, operatorRules + [30, 32, 34]),
      (
        { .connectableOperator("Multicasting", .sharing) { Multicasting(upstream: $0) } },
        operatorRules + [34]
      ),
      (
        { .operator("Replaying", .replaying) { Replaying(capacity: 2, upstream: $0) } },
        operatorRules + [30, 32, 34, 39]
      ),
      ({ .subject("Relay") { Relay() } }, subjectRules),
      (
        {
          .subscriber("Collector") { log in
            let collector = Collector(log: log)
            return (collector, collector.cancel)
          }
        }, subscriberRules
      ),
    ]
  }

  private func assertTheyHold(seed: UInt64, isSideBySide: Bool) {
    let references = references
    let effort = Effort { $0.seed = seed }
    let reports =
      isSideBySide
      ? contractReports(of: references.map { ($0.make, effort) })
      : references.map { contractReport(of: $0.make(), effort: effort) }
    XCTAssertEqual(reports.count, references.count)
    for (reference, report) in zip(references, reports) {
      XCTAssertEqual(report.findings.map(\.text), [], "seed \(seed)")
      XCTAssertEqual(report.held, reference.rules.sorted(), report.text)
    }
  }

  func testTheyBreakNothing() {
    assertTheyHold(seed: 1, isSideBySide: true)
  }

  /// So many full checks of each, one at a time, with a core kept busy:
  /// `CONTRACT_CHECKS=20 swift test`.
  func testTheyBreakNothingOnABusyMachine() throws {
    let count = ProcessInfo.processInfo.environment["CONTRACT_CHECKS"].flatMap { UInt64($0) } ?? 0
    try XCTSkipIf(count == 0, "takes minutes; set CONTRACT_CHECKS")
    let isOver = Locked(false)
    if !ChildCheck.isChild { Thread.detachNewThread { while !isOver.value {} } }
    for seed in 1...count { assertTheyHold(seed: seed, isSideBySide: false) }
    isOver.change { $0 = true }
  }

  func testAnOperatorThatAsksForMore() {
    let demands: [(Facts.UpstreamDemand, Bool)] = [(.total { $0 * 2 }, true), (.same, false)]
    for (demand, isHeld) in demands {
      let pairs = ThingUnderTest.operator("pairs", Facts { $0.upstreamDemand = demand }) {
        $0.collect(2)
      }
      let result = result(of: .rule14, on: pairs, effort: .short)
      XCTAssertEqual(result.title, isHeld ? "held" : "broken", result.reason ?? "")
    }
  }
}
