import Playground
import TestSupport
import XCTest

@testable import PublisherContract

/// What the checker says of a broken rule, word for word.
final class ReportTests: XCTestCase {
  func testAFinding() throws {
    let mutant = try XCTUnwrap(Rule.rule05.mutants.first)
    let report = contractReport(of: mutant.make(), effort: .quick)
    XCTAssertEqual(
      report.findings.map(\.text),
      [
        """
        rule 5 is broken: A subscriber never receives more values than it has requested and \
        returned demand for.
          expected: no more values than were asked for
          seen: a value while nothing was owed
            0.000s probe: subscribes
            0.000s probe: subscription (Outlet)
          > 1.000s probe: value 1 (owed -1)
            2.000s probe: value 2 (owed -2)
            3.000s probe: value 3 (owed -3)
            4.000s probe: value 4 (owed -4)
            4.000s probe: request +1 (owed -3)
            5.000s probe: value 5 (owed -4)
            6.000s probe: value 6 (owed -5)
            7.000s probe: value 7 (owed -6)
            8.000s probe: value 8 (owed -7)
          as marbles:
            tick 1s   0  1  2  3  4
            probe     ^--1--2--3--4--
              demand              +1
          usual mistake: A first draft sends whatever it has. In a second one two threads spend the \
        same demand, if one checks it and unlocks before it subtracts.
          mend: Check, subtract and take the value in one hold of the lock, before calling \
        `receive(_:)`.
          read: docs/Contract.md#rule-5
        """
      ])
  }

  private func marbles(
    of events: [(second: Int, event: Transcript.Event)], rule: Rule = .rule22, at line: Int? = nil,
    isDrawn: Bool = true
  ) -> String? {
    let scheduler = VirtualTimeScheduler()
    let history = History(now: { scheduler.now }, isDrawn: isDrawn)
    for (second, event) in events {
      try? scheduler.advance(to: VirtualTime(nanoseconds: Int64(second) * 1_000_000_000))
      history.record(.value, "\(event)", by: "probe", event: event)
    }
    return Finding(
      rule: rule, expected: "this", seen: "that", history: history.lines, offendingLine: line,
      isConsequence: false
    ).marbles
  }

  func testMarblesAroundTheOffendingLine() {
    let values = (1...30).map { (second: 2 * $0, event: Transcript.Event.value("\($0)")) }
    let events = [(second: 0, event: Transcript.Event.subscription("it"))] + values
    XCTAssertEqual(
      marbles(of: events, at: 20),
      """
          tick 2s  24 26 28 30 32 34 36 38 40 42 44 46
          probe    12-13-14-15-16-17-18-19-20-21-22-23-
      """)
    XCTAssertEqual(
      marbles(of: events, rule: .rule05, at: 2),
      """
          tick 2s   0  2  4  6  8  10
          probe     ^--1--2--3--4--5--
            demand
      """)
    XCTAssertEqual(
      marbles(of: events),
      """
          tick 2s  38 40 42 44 46 48 50 52 54 56 58 60
          probe    19-20-21-22-23-24-25-26-27-28-29-30-
      """)
  }

  func testNoMarblesWhereTheySayNothing() {
    let value = Transcript.Event.value("1")
    XCTAssertNil(marbles(of: []))
    XCTAssertNil(marbles(of: [(0, value), (0, value)]))
    XCTAssertNil(marbles(of: [(3, value), (3, value)]))
    XCTAssertNil(marbles(of: [(0, .value(String(repeating: "long", count: 30))), (1, value)]))
    XCTAssertNil(marbles(of: [(0, value), (1, value)], isDrawn: false))
    XCTAssertNotNil(marbles(of: [(0, value), (1, value)]))
  }

  func testASummaryAndATable() {
    let results = Rule.all.map { rule -> ContractReport.Result in
      switch rule.number {
      case 1: .held
      case 2: .exempt("it is old")
      case 3: .notApplicable("it is new")
      case 4: .notExercised("no value came")
      default: .held
      }
    }
    let report = ContractReport(name: "Thing", kind: .subject, results: results)
    let others = (5...39).map { "rule \($0): held" }
    XCTAssertEqual(
      report.text,
      """
      Thing, subject: 36 held, 1 exempt, 1 not applicable, 1 not exercised

      rule 1: held
      rule 2: exempt: it is old
      rule 3: not applicable: it is new
      rule 4: not exercised: no value came
      \(others.joined(separator: "\n"))
      """)
  }

  func testAnExemptionIsReportedWithItsReason() throws {
    let facts = Facts { $0.exemptions = [5: "it is a mutant"] }
    let report = contractReport(
      of: .publisher("Numbers", facts) { Numbers(to: 20, on: $0) }, effort: .quick)
    guard case .exempt("it is a mutant") = report.results[4] else {
      return XCTFail(report.text)
    }
  }

  func testAThingThatDoesNothingHoldsNothingThatNeedsAValue() {
    let report = contractReport(of: .subject("Silent") { Silent() }, effort: .quick)
    XCTAssertEqual(report.findings.map(\.rule.number), [16])
    XCTAssertEqual(report.held, [1, 10, 25, 26, 28])
  }

  func testALongHistoryIsCutShort() throws {
    let scene = Scene(.subject("Relay") { Relay() })
    for number in 1...50 { scene.history.record(.action, "line \(number)", by: "checker") }
    let finding = Finding(
      rule: .rule01, expected: "this", seen: "that", history: scene.history.lines,
      offendingLine: 39, isConsequence: false)
    let lines = finding.text.split(separator: "\n")
    XCTAssertEqual(
      lines.filter { $0.contains("more") }, ["    … 15 more …"])
    XCTAssertEqual(lines.filter { $0.contains(">") }, ["  > 0.000s checker: line 40"])
  }

  func testATrapIsABrokenRuleAndTheOthersAreCheckedAll() throws {
    let mutant = try XCTUnwrap(Rule.rule10.mutants.dropFirst().first)
    let report = contractReport(of: mutant.make(), effort: .quick)
    let finding = try XCTUnwrap(report.findings.first)
    XCTAssertEqual(finding.rule.number, 10)
    XCTAssert(finding.seen.hasPrefix("it traps"), finding.seen)
    XCTAssertEqual(finding.offendingLine.map { finding.history[$0].text }, "request +0 (owed 0)")
    XCTAssertEqual(
      report.held,
      [
        1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 31, 33,
      ])
  }

  func testWithoutAChildWhatMayTrapIsNotExercised() {
    let report = checkContract(
      of: .subject("Relay") { Relay() }, effort: .quick, startingAgainWith: nil)
    guard case .notExercised(let reason) = report.results[7] else {
      return XCTFail(report.text)
    }
    XCTAssertEqual(reason, "it may trap, and is checked in a process of its own only")
    XCTAssertEqual(
      report.held,
      [1, 2, 3, 5, 6, 7, 11, 12, 13, 15, 16, 18, 19, 21, 22, 24, 25, 26, 28, 31, 33, 34])
  }

  func testAChildThatDoesNotComeToTheCheck() throws {
    let report = checkContract(
      of: .subject("Relay") { Relay() }, startingAgainWith: ["PublisherContractTests.NoTest"])
    let reasons = Set(report.results.compactMap(\.reason))
    XCTAssertEqual(reasons, ["its process did not come to the check of Relay"])
    XCTAssertEqual(report.held, [])
  }

  func testACallThatHangs() throws {
    let mutant = try XCTUnwrap(Rule.rule02.mutants.first)
    let effort = Effort { $0.limit = 1 }
    guard case .broken(let finding) = result(of: .rule02, on: mutant.make(), effort: effort) else {
      return XCTFail("rule 2 is not broken")
    }
    XCTAssertEqual(finding.seen, "the last call of this history did not return within 1.0 s")
    XCTAssertEqual(
      finding.offendingLine.map { finding.history[$0].text }, "subscribes")
  }
}

/// Takes subscribers and forgets what is sent.
private final class Silent: Relay, @unchecked Sendable {
  override func publish(_ accept: (Outlet) -> Void) {}
}
