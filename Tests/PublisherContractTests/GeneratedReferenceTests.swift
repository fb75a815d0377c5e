import OpenCombineShim
import XCTest

@testable import PublisherContract

/// What is correct passes the generated cases; what is wrong is found by them alone.
final class GeneratedReferenceTests: XCTestCase {
  private func outcome(
    of thing: ThingUnderTest, sequences: Int = 200, seed: UInt64 = 1
  ) -> (findings: [Finding], line: String) {
    let effort = Effort {
      $0.sequences = sequences
      $0.seed = seed
    }
    let cases = GeneratedCases(thing: thing, effort: effort)
    let outcome = cases.outcome()
    return (Array(outcome.findings.values), cases.line(of: outcome))
  }

  func testReferencesPassAThousandSequencesFromThreeSeeds() {
    let references: [ThingUnderTest] = [
      .publisher("Numbers", .reference) { Numbers(to: 20, on: $0) },
      .connectable("ConnectableNumbers", .reference) { ConnectableNumbers(to: 20, on: $0) },
      .operator("Passing") { Passing(upstream: $0) },
      .operator("Buffering", Facts { $0.upstreamDemand = .unlimited }) { Buffering(upstream: $0) },
      .operator("Sharing", .sharing) { Sharing(upstream: $0) },
      .subject("Relay") { Relay() },
    ]
    for thing in references {
      for seed: UInt64 in 1...3 {
        let (findings, line) = outcome(of: thing, sequences: 1_000, seed: seed)
        XCTAssertEqual(findings.map(\.text), [], thing.name)
        XCTAssertEqual(
          line, "generated cases: 1000 sequences from seed \(seed), nothing broken", thing.name)
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
    for rule in [Rule.rule01, .rule05, .rule15, .rule18, .rule22, .rule25, .rule34] {
      for mutant in rule.mutants {
        let findings = outcome(of: mutant.make()).findings
        XCTAssertEqual(findings.map(\.rule.number), [rule.number], mutant.name)
      }
    }
  }
}
