import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import PublisherContract

/// What does not stop, or not come to its end, is told for what it is.
final class StoppedThingsTests: XCTestCase {
  func testValuesWithoutEnd() {
    let endless = ThingUnderTest.publisher("endless") { _ in (1...).publisher }
    let result = result(of: .rule01, on: endless, effort: .quick)
    XCTAssertEqual(result.title, "not exercised")
    XCTAssertEqual(result.reason, "values come without end where everything is asked for")
    XCTAssertEqual(PublisherContract.result(of: .rule05, on: endless, effort: .quick).title, "held")
    let cases = GeneratedCases(thing: endless, effort: .quick)
    XCTAssertEqual(
      cases.line(of: cases.outcome()),
      "generated cases: 1 of 200 sequences from seed 1, nothing broken")
  }

  func testMoreValuesThanAProbeTakes() {
    let relay = ThingUnderTest.subject("Relay") { Relay() }
    let result = result(of: .rule13, on: relay, effort: Effort { $0.values = .max })
    XCTAssertEqual(result.title, "held", result.reason ?? "")
  }

  /// Nobody could do more about such a thread.
  func testWhatGoesOnBehindItsCancelIsStopped() {
    let history = History(now: { .init(nanoseconds: 0) })
    let probe = Probe("probe", history: history, script: .init(first: .none))
    let (isNearTheEnd, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      for number in 1...12_100 {
        _ = probe.receive("\(number)")
        if number == 12_099 { isNearTheEnd.signal() }
      }
      isOver.signal()
    }
    XCTAssertEqual(isNearTheEnd.wait(timeout: .now() + 10), .success)
    XCTAssertEqual(isOver.wait(timeout: .now() + 0.1), .timedOut)
    XCTAssertTrue(history.isEndless)
    XCTAssertEqual(probe.values.count, 12_000)
  }

  func testATrapWhereItIsMade() {
    let report = contractReport(
      of: .publisher("unmade") { _ -> Just<Int> in fatalError("too few") }, effort: .quick)
    XCTAssertEqual(report.findings.map(\.text), [])
    let reasons = report.results.compactMap(\.reason).filter {
      $0.hasPrefix("where it is made, it traps")
    }
    XCTAssertGreaterThan(reasons.count, 30, report.text)
  }

  func testARequestThatNeverReturnsIsNotAboutRulesOfCallbacks() {
    for rule in [Rule.rule02, .rule12, .rule27] {
      let thing = ThingUnderTest.subject("stuck") { Relay(outlet: { NeverReturns($0) }) }
      let result = result(of: rule, on: thing, effort: Effort { ($0.limit, $0.rounds) = (0.5, 1) })
      guard case .broken(let finding) = result else {
        XCTAssertEqual(rule.number, 27, "it may be looked at in a process of its own only")
        continue
      }
      XCTAssertEqual(finding.isConsequence, rule.number != 27)
    }
  }

  func testWhichRuleALastCallIsAbout() {
    func line(_ kind: History.Line.Kind) -> History.Line {
      History.Line(
        time: .init(nanoseconds: 0), probe: "a", kind: kind, text: "", owed: nil, event: nil)
    }
    func isLast(_ call: LastCall, _ kinds: History.Line.Kind...) -> Bool {
      call.isLast(of: kinds.map(line))
    }
    XCTAssertTrue(isLast(.any, .cancel))
    XCTAssertFalse(isLast(.otherThanCancel, .request, .cancel))
    XCTAssertTrue(isLast(.otherThanCancel, .cancel, .request))
    XCTAssertFalse(isLast(.secondSubscribe, .subscribe))
    XCTAssertTrue(isLast(.secondSubscribe, .subscribe, .subscription, .subscribe))
    XCTAssertFalse(isLast(.secondSubscribe, .subscribe, .subscribe, .request))
    XCTAssertFalse(isLast(.requestBehindAValue, .request))
    XCTAssertTrue(isLast(.requestBehindAValue, .value, .request))
  }

  func testWhatFollowsFromAHangIsSaidToDoSo() throws {
    let finding = Finding(
      rule: .rule22, expected: "this", seen: "that", history: [], offendingLine: nil,
      isConsequence: true)
    let first = Finding(
      rule: .rule33, expected: "this", seen: "that", history: [], offendingLine: nil,
      isConsequence: false)
    func text(_ findings: [Finding]) -> String {
      let results = Rule.all.map { rule -> ContractReport.Result in
        findings.first { $0.rule.number == rule.number }.map { .broken($0) } ?? .held
      }
      return ContractReport(name: "Thing", kind: .subject, results: results).text
    }
    let line = "usual mistake: What is told above: it traps or hangs here, too."
    XCTAssert(text([finding, first]).contains(line))
    XCTAssertFalse(text([finding]).contains(line))
  }
}

private final class NeverReturns: Outlet, @unchecked Sendable {
  override func request(_ demand: Subscribers.Demand) { DispatchSemaphore(value: 0).wait() }
}
