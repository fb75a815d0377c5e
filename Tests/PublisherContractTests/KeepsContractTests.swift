import TestSupport
import XCTest

@testable import PublisherContract

/// When the assertion that a thing keeps the contract fails, and with what words.
final class KeepsContractTests: XCTestCase {
  func testAThingThatKeepsItAll() {
    assertKeepsContract(
      .subscriber("Collector") { log in
        let collector = Collector(log: log)
        return (collector, collector.cancel)
      })
  }

  /// As in the `main.swift` of a program, where all is on the main actor.
  func testAThingThatIsMadeOnTheMainActor() {
    let arguments = argumentsOfThisTest
    let (held, seen) = MainActor.assumeIsolated {
      let report = checkContract(
        of: .operator("mapped") { $0.map { $0 * 2 } }, effort: .quick, startingAgainWith: arguments)
      return (report.held, report.findings.map(\.seen))
    }
    XCTAssert(Set(held).isSuperset(of: [1, 5, 7, 22]), "\(held)")
    XCTAssertEqual(seen.filter { $0.contains("trap") }, [])
  }

  func testTheSameNameWithAnotherEffort() {
    for seed: UInt64 in 1...2 {
      let effort = Effort { ($0.seed, $0.sequences, $0.rounds) = (seed, Int(seed), 5) }
      let report = contractReport(of: .subject("Relay") { Relay() }, effort: effort)
      XCTAssertEqual(
        report.generated, "generated cases: \(seed) sequences from seed \(seed), nothing broken")
    }
  }

  func testAThingThatCannotBeExercised() {
    let report = contractReport(
      of: .publisher("Endless") { Numbers(to: 1_000, on: $0) }, effort: .quick)
    let reason = "it never ends"
    let reasons = [15: reason, 16: reason, 18: reason, 19: reason]
    XCTAssertNil(complaint(about: report, notExercised: reasons))
    XCTAssertEqual(
      complaint(about: report, notExercised: [15: reason]),
      """
      rule 16 is not exercised: no completion came
      rule 18 is not exercised: no completion came
      rule 19 is not exercised: no completion came

      \(report.text)
      """)
  }

  func testABrokenRuleCannotBeListed() {
    let finding = Finding(
      rule: .rule05, expected: "this", seen: "that", history: [], offendingLine: nil,
      isConsequence: false)
    let broken = report { $0 == 5 ? .broken(finding) : .held }
    for listed in [[:], [5: "it is hard"]] {
      XCTAssertEqual(
        complaint(about: broken, notExercised: listed), "rule 5 is broken\n\n\(broken.text)")
    }
  }

  func testAnExemptionCannotBeListed() {
    let exempt = report { $0 == 5 ? .exempt("it is a draft") : .held }
    for listed in [[:], [5: "it is a draft"]] {
      XCTAssertEqual(
        complaint(about: exempt, notExercised: listed),
        "rule 5 is exempt: it is a draft\n\n\(exempt.text)")
    }
  }

  func testWhatIsListedHasToBeNotExercised() {
    let report = report { $0 == 5 ? .notApplicable("it is new") : .held }
    XCTAssertNil(complaint(about: report))
    XCTAssertEqual(
      complaint(about: report, notExercised: [5: "it is hard", 6: "it is hard"]),
      """
      rule 5 is listed as not exercised, but does not apply
      rule 6 is listed as not exercised, but is exercised, and held

      \(report.text)
      """)
  }

  /// A report with a result for each number of a rule.
  private func report(_ result: (Int) -> ContractReport.Result) -> ContractReport {
    ContractReport(name: "Thing", kind: .publisher, results: Rule.all.map { result($0.number) })
  }
}
