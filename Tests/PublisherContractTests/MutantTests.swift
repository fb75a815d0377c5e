import TestSupport
import XCTest

@testable import PublisherContract

/// Each wrong thing is reported as breaking its rule, and no other than those it must.
final class MutantTests: XCTestCase {
  func testEachMutantBreaksItsRule() throws {
    try XCTSkipIf(isThreadSanitizerOn, "several race on purpose, and all take longer than they may")
    // Those that break most hang most, and so begin first.
    let mutants = Rule.all.flatMap { rule in
      rule.mutants.filter { !$0.needsSanitizer }.map { (rule, $0) }
    }.sorted { $0.1.alsoBreaks.count > $1.1.alsoBreaks.count }
    let reports = contractReports(
      of: mutants.map { rule, mutant in
        (mutant.make, effort(for: [rule.number] + mutant.alsoBreaks.keys))
      })
    XCTAssertEqual(reports.count, mutants.count)
    for ((rule, mutant), report) in zip(mutants, reports) {
      let broken = report.findings.map(\.rule.number)
      XCTAssertEqual(broken.first, rule.number, "\(mutant.name): \(report.text)")
      XCTAssertEqual(
        broken.sorted(), ([rule.number] + mutant.alsoBreaks.keys).sorted(),
        "\(mutant.name): \(report.text)")
    }
  }

  /// Few races, unless they are to find something: each of those is found within 186 rounds.
  private func effort(for broken: [Int]) -> Effort {
    var effort = Effort.short
    effort.rounds = broken.contains { [18, 21, 27, 31, 32, 39].contains($0) } ? 400 : 50
    return effort
  }

  func testEveryRuleHasAMutant() {
    for rule in Rule.all {
      XCTAssertFalse(rule.mutants.isEmpty, "rule \(rule.number)")
    }
  }
}
