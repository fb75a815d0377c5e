import XCTest

@testable import PublisherContract

/// Each wrong thing is reported as breaking its rule, and no other than those it must.
final class MutantTests: XCTestCase {
  func testEachMutantBreaksItsRule() {
    for rule in Rule.all {
      for mutant in rule.mutants {
        let report = checkContract(of: mutant.make(), limit: 3)
        XCTAssertEqual(
          report.findings.map(\.rule.number), [rule.number] + mutant.alsoBreaks.keys.sorted(),
          "\(rule.number): \(report.text)")
      }
    }
  }

  func testEveryCheckHasAMutant() {
    for rule in Rule.all where rule.check != nil {
      XCTAssertFalse(rule.mutants.isEmpty, "rule \(rule.number)")
    }
  }
}
