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

  private func assertHolds(
    _ rules: [Int], _ thing: ThingUnderTest, line: UInt = #line
  ) {
    let report = contractReport(of: thing)
    XCTAssertEqual(report.findings.map(\.text), [], line: line)
    XCTAssertEqual(report.held, rules, report.text, line: line)
  }

  func testPublisher() {
    assertHolds(publisherRules, .publisher("Numbers", .reference) { Numbers(to: 20, on: $0) })
  }

  func testConnectablePublisher() {
    assertHolds(
      (publisherRules + [4]).sorted(),
      .connectable("ConnectableNumbers", .reference) { ConnectableNumbers(to: 20, on: $0) })
  }

  func testOperator() {
    assertHolds(operatorRules, .operator("Passing") { Passing(upstream: $0) })
  }

  func testOperatorWithAQueue() {
    assertHolds(
      operatorRules,
      .operator("Buffering", Facts { $0.upstreamDemand = .unlimited }) {
        Buffering(upstream: $0)
      })
  }

  func testOperatorThatAsksForMore() {
    let demands: [(Facts.UpstreamDemand, Bool)] = [(.total { $0 * 2 }, true), (.same, false)]
    for (demand, isHeld) in demands {
      let pairs = ThingUnderTest.operator("pairs", Facts { $0.upstreamDemand = demand }) {
        $0.collect(2)
      }
      let result = result(of: .rule14, on: pairs, effort: .short)
      XCTAssertEqual(result.title, isHeld ? "held" : "broken", result.reason ?? "")
    }
  }

  func testOperatorThatShares() {
    assertHolds(
      (operatorRules + [30, 32, 34]).sorted(),
      .operator("Sharing", .sharing) { Sharing(upstream: $0) })
  }

  func testConnectableOperator() {
    assertHolds(
      (operatorRules + [34]).sorted(),
      .connectableOperator("Multicasting", .sharing) { Multicasting(upstream: $0) })
  }

  func testOperatorThatReplays() {
    assertHolds(
      (operatorRules + [30, 32, 34, 39]).sorted(),
      .operator("Replaying", .replaying) { Replaying(capacity: 2, upstream: $0) })
  }

  func testSubject() {
    assertHolds(subjectRules, .subject("Relay") { Relay() })
  }

  func testSubscriber() {
    assertHolds(
      subscriberRules,
      .subscriber("Collector") { log in
        let collector = Collector(log: log)
        return (collector, collector.cancel)
      })
  }
}
