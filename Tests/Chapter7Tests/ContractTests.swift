import Foundation
import OpenCombineShim
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter7

/// An operator made of operators breaks what its parts break, and nothing else.
final class ContractTests: XCTestCase {
  /// The page's table is complete, and names nothing else.
  ///
  /// Only chance shows that the countdown breaks rule 31, too, as `prepend` does: two threads must
  /// meet.
  func testEachBreaksTheRulesThatThePageNames() throws {
    let effort = Effort {
      $0.rounds = 5
      $0.sequences = 5
    }
    let reports = contractReports(of: things.map { ($0, effort) })
    for report in reports {
      XCTAssertNil(report.badEnding)
      XCTAssertEqual(notExercised(in: report), unreachable[report.name] ?? [], report.text)
    }
    var broken = Dictionary(
      uniqueKeysWithValues: reports.map { ($0.name, Set($0.findings.map(\.rule.number))) })
    for name in ["countdown(from:)", "prepend"] { broken[name]?.remove(31) }
    for name in ["unwrap()", "pairwise()", "log(_:to:)", "countdown(from:)"] {
      XCTAssertEqual(broken[name], try rulesNamed(inTheRowOf: name), name)
    }
    let scan = try XCTUnwrap(broken["scan"])
    let unwrap = try XCTUnwrap(broken["unwrap()"])  // it is a compactMap
    let prepend = try XCTUnwrap(broken["prepend"])
    XCTAssertEqual(broken["pairwise()"]?.subtracting(scan.union(unwrap)), [])
    XCTAssertEqual(broken["countdown(from:)"]?.subtracting(scan.union(prepend)), [])
  }

  private let things: [@Sendable () -> ThingUnderTest] = [
    { .operator("unwrap()") { $0.map { $0 % 3 == 0 ? nil : $0 }.unwrap() } },
    {
      .operator("pairwise()", Facts { $0.upstreamDemand = .total { $0 + 1 } }) {
        $0.pairwise().map { $1 }
      }
    },
    { .operator("log(_:to:)") { $0.log("number", to: { _ in }) } },
    {
      let facts = Facts { $0.upstreamDemand = .total { $0 > .none ? $0 - 1 : .none } }
      return .operator("countdown(from:)", facts) { $0.countdown(from: 1_000) }
    },
    { .operator("scan") { $0.scan(0, +) } },
    {
      .operator("prepend", Facts { $0.upstreamDemand = .total { $0 > .none ? $0 - 1 : .none } }) {
        $0.prepend(0)
      }
    },
  ]

  /// The rules that are checked with a single value, which makes no pair.
  private let unreachable = ["pairwise()": [21, 31, 33]]

  private func notExercised(in report: ContractReport) -> [Int] {
    zip(Rule.all, report.results).compactMap { rule, result in
      if case .notExercised = result { rule.number } else { nil }
    }
  }

  /// The rules to which a row of the page's table links.
  private func rulesNamed(inTheRowOf name: String) throws -> Set<Int> {
    let page = try String(
      contentsOf: packageFolder.appendingPathComponent("docs/Chapter7.md"), encoding: .utf8)
    let row = try XCTUnwrap(
      page.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") }, name)
    return Set(row.matches(of: /#rule-(\d+)\)/).compactMap { Int($0.1) })
  }
}
