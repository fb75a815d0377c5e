import OpenCombineShim
import Playground
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter9

/// The publishers of a table are subjects, and break the rules that bare subjects break.
final class ContractTests: XCTestCase {
  /// The page names what they break. Only chance shows rule 31: two threads must meet.
  func testTheyBreakTheRulesThatThePageNames() throws {
    let tables = Locked([CountdownTable<VirtualTimeScheduler>]())  // let go of, they would stop
    let facts = Facts {
      $0.exemptions = [23: "a table ticks while its rows run, whoever subscribes"]
    }
    let finished: @Sendable () -> ThingUnderTest = {
      .publisher("finished", facts) { scheduler in
        let table = CountdownTable(scheduler: scheduler, tick: 1)
        for second in 1...40 { _ = table.add(TimeLeft(totalSeconds: 3_599 + second)) }
        tables.change { $0.append(table) }
        return table.finished
      }
    }
    let shown: @Sendable () -> ThingUnderTest = {
      .publisher("shown", facts) { scheduler in
        let table = CountdownTable(scheduler: scheduler, tick: 1)
        table.view = [table.add(.longest)]
        tables.change { $0.append(table) }
        return table.shown
      }
    }
    let effort = Effort { ($0.rounds, $0.limit) = (10, 2) }
    let named = try rulesNamed(onPage: "Chapter9", under: "Two subjects")
    for report in contractReports(of: [(finished, effort), (shown, effort)]) {
      let broken = Set(report.findings.map(\.rule.number))
      XCTAssertEqual(broken.union([31]), named, report.text)
    }
  }
}
