import Foundation
import TestSupport
import XCTest

@testable import PublisherContract

/// Each wrong thing is reported as breaking its rule, and no other than those it must.
///
/// What the reports say is recorded in `mutants.log`: after a change run
/// `RECORD_TRANSCRIPTS=1 swift test --filter MutantTests`, which writes it and fails on purpose, and
/// read the difference.
final class MutantTests: XCTestCase {
  /// The rules that are about races.
  private let rulesAboutRaces = [15, 18, 21, 27, 31, 32, 34, 39]

  func testEachMutantBreaksItsRule() throws {
    try XCTSkipIf(isThreadSanitizerOn, "several race on purpose, and all take longer than they may")
    // Those that break most hang most, and so begin first.
    let mutants = Rule.all.flatMap { rule in
      rule.mutants.filter { !$0.needsSanitizer }.map { (rule, $0) }
    }.sorted { $0.1.alsoBreaks.count > $1.1.alsoBreaks.count }
    var reports = contractReports(
      of: mutants.map { ($1.make, effort(for: broken(by: $1, of: $0))) })
    XCTAssertEqual(reports.count, mutants.count)
    for (index, (rule, mutant)) in mutants.enumerated() {
      let expected = broken(by: mutant, of: rule)
      func isRight() -> Bool {
        let numbers = reports[index].findings.map(\.rule.number)
        return numbers.first == rule.number && numbers.sorted() == expected.sorted()
      }
      // A busy machine can be late, and chance decides what else a race shows: once more, alone.
      if !isRight() {
        reports[index] = contractReport(of: mutant.make(), effort: effort(for: expected))
      }
      XCTAssert(isRight(), "\(mutant.name), expected: \(expected): \(reports[index].text)")
    }
    let messages = zip(mutants, reports).compactMap { mutant, report in
      report.findings.first { $0.rule.number == mutant.0.number }
        .map { (mutant.0.number, message(of: $0, on: mutant.1)) }
    }
    try assertMatches(
      messages.sorted { $0 < $1 }.map(\.1).joined(),
      file: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("mutants.log"))
  }

  /// What a finding says, without what differs from run to run, or in a release build.
  private func message(of finding: Finding, on mutant: Mutant) -> String {
    let place = finding.seen.firstMatch(of: /\s\([^()]*, round \d+ of \d+, seed \d+\)/)
    let seen = finding.seen[..<(place?.range.lowerBound ?? finding.seen.endIndex)]
      .replacing(/^it traps.*/, with: "it traps")
      .replacing(/within [\d.]+ s/, with: "in time")
    let text = "  expected: \(finding.expected)\n  seen: \(seen)\n"
    // In a race chance decides how many come.
    return "rule \(finding.rule.number): \(mutant.name)\n"
      + (place == nil ? text : text.replacing(/\d+/, with: "N"))
  }

  private func broken(by mutant: Mutant, of rule: Rule) -> [Int] {
    [rule.number] + mutant.alsoBreaks.keys
  }

  /// Little, unless races are to find something.
  private func effort(for broken: [Int]) -> Effort {
    var effort = Effort.short
    effort.rounds = broken.contains { rulesAboutRaces.contains($0) } ? 250 : 20
    (effort.sequences, effort.values) = (60, 100)
    return effort
  }

  /// Two where threads must meet, and where it is about demand.
  func testEveryRuleHasAMutantAndTheHardOnesTwo() {
    for rule in Rule.all {
      let isHard = Rule.aboutDemand.contains(rule.number) || rulesAboutRaces.contains(rule.number)
      XCTAssertGreaterThanOrEqual(rule.mutants.count, isHard ? 2 : 1, "rule \(rule.number)")
    }
  }
}
