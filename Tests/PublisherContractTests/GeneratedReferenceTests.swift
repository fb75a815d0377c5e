import OpenCombineShim
import TestSupport
import XCTest

@testable import PublisherContract

/// What is correct passes the generated cases; what is wrong is found by them alone.
final class GeneratedReferenceTests: XCTestCase {
  func testReferencesPassAThousandSequencesFromThreeSeeds() {
    let references: [@Sendable () -> ThingUnderTest] = [
      { .publisher("Numbers", .reference) { Numbers(to: 20, on: $0) } },
      { .connectable("ConnectableNumbers", .reference) { ConnectableNumbers(to: 20, on: $0) } },
      { .operator("Passing") { Passing(upstream: $0) } },
      {
        .operator("Buffering", Facts { $0.upstreamDemand = .unlimited }) {
          Buffering(upstream: $0)
        }
      },
      { .operator("Sharing", .sharing) { Sharing(upstream: $0) } },
      { .subject("Relay") { Relay() } },
    ]
    for seed: UInt64 in 1...3 {
      let outcomes = sideBySide(references) { outcome(of: $0(), sequences: 1_000, seed: seed) }
      for (findings, line) in outcomes {
        XCTAssertEqual(findings.map(\.text), [])
        XCTAssertEqual(
          line, "generated cases: 1000 sequences from seed \(seed), nothing broken")
      }
    }
  }

  func testOfASubscriberNothingIsSaid() {
    let collector = ThingUnderTest.subscriber("Collector") { log in
      let collector = Collector(log: log)
      return (collector, collector.cancel)
    }
    XCTAssertEqual(
      outcome(of: collector).line, "generated cases: none, they say nothing about a subscriber")
    XCTAssertNil(contractFinding(of: collector, playing: [.produce]))
  }

  func testMutantsThatShow() {
    for rule in [Rule.rule01, .rule05, .rule15, .rule22, .rule25, .rule34] {
      // The other mutants of rules 15 and 34 need a callback or a race.
      for mutant in rule.mutants.prefix([15, 34].contains(rule.number) ? 1 : .max) {
        let findings = outcome(of: mutant.make()).findings
        XCTAssertEqual(findings.map(\.rule.number), [rule.number], mutant.name)
      }
    }
  }

  func testAValueBehindTheEnd() {
    func broken(_ outlet: Outlet.Type) -> [Int] {
      outcome(of: Mutant.subject("late", outlet).make()).findings.map(\.rule.number)
    }
    XCTAssertEqual(broken(SendsBehindEnd.self), [18, 21], "the end may be a cancel")
    XCTAssertEqual(broken(SendsBehindCancel.self), [21, 22], "the cancel may be in receive(_:)")
  }
}

private func outcome(
  of thing: ThingUnderTest, sequences: Int = 200, seed: UInt64 = 1
) -> (findings: [Finding], line: String) {
  let effort = Effort {
    $0.sequences = sequences
    $0.seed = seed
  }
  let cases = GeneratedCases(thing: thing, effort: effort)
  let outcome = cases.outcome()
  let findings = outcome.findings.values.sorted { $0.rule.number < $1.rule.number }
  return (findings, cases.line(of: outcome))
}

/// Remembers who was there.
private class Remembering: Outlet, @unchecked Sendable {
  let former: Downstream

  required init(_ downstream: Downstream) {
    former = downstream
    super.init(downstream)
  }
}

private final class SendsBehindEnd: Remembering, @unchecked Sendable {
  override func request(_ demand: Subscribers.Demand) {
    super.request(demand)
    if lock.withLock({ completion != nil && downstream == nil }) { _ = former.receive(0) }
  }
}

private final class SendsBehindCancel: Remembering, @unchecked Sendable {
  override func cancel() {
    let isFirst = lock.withLock { downstream != nil }
    super.cancel()
    if isFirst { _ = former.receive(0) }
  }
}
