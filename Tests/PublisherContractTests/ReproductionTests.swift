import OpenCombineShim
import TestSupport
import XCTest

@testable import PublisherContract

/// What a report says of the generated cases, and that what it prints shows the breach again.
final class ReproductionTests: XCTestCase {
  /// The text of a finding, in a program.
  private let text = """
    contractFinding(
      of: thing,
      playing: [
        .when("a", receives: 1, do: [.produce]),
        .subscribe("a", first: .unlimited),
        .subscribe("b", first: .unlimited),
        .produce,
      ])
    """

  /// The same text, as Swift.
  private func reproduce(_ thing: ThingUnderTest) -> Finding? {
    contractFinding(
      of: thing,
      playing: [
        .when("a", receives: 1, do: [.produce]),
        .subscribe("a", first: .unlimited),
        .subscribe("b", first: .unlimited),
        .produce,
      ])
  }

  func testWhatIsPrintedShowsTheBreachAgain() throws {
    let mutant = try XCTUnwrap(Rule.rule34.mutants.first)
    let finding = try XCTUnwrap(reproduce(mutant.make()))
    XCTAssertEqual(finding.reproduction, text)
    XCTAssertEqual(
      finding.text,
      """
      rule 34 is broken: All subscribers see events in one order, even when a subscriber sends from \
      inside a callback.
        expected: the order that a sees: 1 2
        seen: b: 2 1
          0.000s a: subscribes
          0.000s a: subscription (Outlet)
          0.000s a: request unlimited (owed unlimited)
          0.000s b: subscribes
          0.000s b: subscription (Outlet)
          0.000s b: request unlimited (owed unlimited)
          0.000s subject: send(1)
          0.000s a: value 1 (owed unlimited)
          0.000s subject: send(2)
        > 0.000s b: value 2 (owed unlimited)
          0.000s a: value 2 (owed unlimited)
          0.000s b: value 1 (owed unlimited)
        to see it again:
          contractFinding(
            of: thing,
            playing: [
              .when("a", receives: 1, do: [.produce]),
              .subscribe("a", first: .unlimited),
              .subscribe("b", first: .unlimited),
              .produce,
            ])
        usual mistake: If each value is delivered to one subscriber after the other, a nested send \
      reaches the later ones before the value that caused it.
        mend: Work in two phases, so that the lock decides the order for all.
        read: docs/Contract.md#rule-34
      """)
    XCTAssertNil(reproduce(.subject("Relay") { Relay() }))
  }

  func testARuleThatOnlyAGeneratedCaseBreaks() throws {
    let report = contractReport(of: .subject("GreetsLate") { GreetsLate() }, effort: .quick)
    XCTAssertEqual(report.findings.map(\.rule.number), [5], report.text)
    let finding = try XCTUnwrap(report.findings.first)
    XCTAssertEqual(
      finding.reproduction,
      reproduction(of: [
        .subscribe("a", first: .none), .cancel("a"), .subscribe("c", first: .none),
      ]))
    XCTAssertEqual(
      report.generated, "generated cases: 200 sequences from seed 1, broken: rule 5")
  }

  func testAnExemptRuleStaysExempt() throws {
    let facts = Facts { $0.exemptions = [5: "it is wrong on purpose"] }
    let report = contractReport(of: .subject("GreetsLate", facts) { GreetsLate() }, effort: .quick)
    XCTAssertEqual(report.findings.map(\.text), [])
    XCTAssertEqual(
      report.generated, "generated cases: 200 sequences from seed 1, nothing broken")
  }

  /// What `StopsOnTwo` needs.
  private let shortest: [Move] = [.subscribe("c", first: .max(2)), .request("c", .unlimited)]

  func testASequenceThatTraps() throws {
    let report = contractReport(
      of: .subject("traps on two") { Relay(outlet: { StopsOnTwo($0) { fatalError("two") } }) },
      effort: .quick)
    let finding = try XCTUnwrap(report.findings.first)
    XCTAssertEqual(report.findings.map(\.rule.number), [8])
    XCTAssert(finding.seen.hasPrefix("it traps"), finding.seen)
    XCTAssertTrue(finding.isConsequence)
    XCTAssertEqual(finding.history.last?.text, "request unlimited (owed unlimited)")
    XCTAssertEqual(finding.reproduction, reproduction(of: shortest))
    XCTAssertEqual(finding.history.count, 4)
    let line = try XCTUnwrap(report.generated)
    XCTAssertNotNil(
      line.wholeMatch(
        of:
          /generated cases: \d+ of 200 sequences from seed 1, sequence \d+ traps, sequence \d+ traps/
      ), line)
  }

  func testASequenceThatHangs() throws {
    let thing = ThingUnderTest.subject("hangs on two") {
      Relay(outlet: { StopsOnTwo($0) { DispatchSemaphore(value: 0).wait() } })
    }
    var effort = Effort.quick
    effort.limit = 0.3
    let report = contractReport(of: thing, effort: effort)
    let finding = try XCTUnwrap(report.findings.first)
    XCTAssertEqual(report.findings.map(\.rule.number), [33])
    XCTAssertEqual(finding.seen, "the last call of this history did not return within 0.15 s")
    XCTAssertEqual(finding.history.last?.text, "request unlimited (owed unlimited)")
    XCTAssertEqual(finding.reproduction, reproduction(of: shortest))
    XCTAssertEqual(finding.history.count, 4)
    let line = try XCTUnwrap(report.generated)
    XCTAssert(line.contains(" hangs, "), line)
  }

  func testASequenceThatTrapsWhereThatIsExempt() throws {
    let facts = Facts { $0.exemptions = [8: "it traps", 9: "it traps"] }
    let report = contractReport(
      of: .subject("may trap on two", facts) {
        Relay(outlet: { StopsOnTwo($0) { fatalError("two") } })
      },
      effort: .quick)
    XCTAssertEqual(report.findings.map(\.text), [])
    let text = try XCTUnwrap(report.badEnding)
    XCTAssertNotNil(text.prefixMatch(of: /sequence \d+ traps: it traps/), text)
    XCTAssert(text.hasSuffix(reproduction(of: shortest)), text)
  }

  func testWithoutSequencesThereAreNone() {
    let report = contractReport(
      of: .subject("Relay") { Relay() }, effort: Effort { ($0.sequences, $0.rounds) = (0, 20) })
    XCTAssertEqual(report.generated, "generated cases: none, none were asked for")
  }
}

/// Greets who subscribes after somebody has cancelled, whether it asked for that or not.
private final class GreetsLate: Relay, @unchecked Sendable {
  private var hasLeft = false  // guarded by the lock

  override func remove(_ outlet: Outlet) {
    super.remove(outlet)
    lock.withLock { hasLeft = completion == nil }
  }

  override func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    super.receive(subscriber: subscriber)
    if lock.withLock({ hasLeft }) { _ = subscriber.receive(0) }
  }
}

/// Does something bad where everything is asked for while two values are owed.
private final class StopsOnTwo: Outlet, @unchecked Sendable {
  private let stop: () -> Void

  init(_ downstream: Downstream, stop: @escaping () -> Void) {
    self.stop = stop
    super.init(downstream)
  }

  required init(_ downstream: Downstream) { fatalError("needs to know how to stop") }

  override func request(_ demand: Subscribers.Demand) {
    if demand == .unlimited, lock.withLock({ self.demand == .max(2) }) { stop() }
    super.request(demand)
  }
}
