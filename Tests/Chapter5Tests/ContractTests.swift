import Foundation
import Playground
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter5

/// The operator of this chapter keeps the publisher contract, and its draft does not.
final class ContractTests: XCTestCase {
  func testEachCapacity() {
    assertKeepContract(
      [0, 1, 2, .max].map { capacity in ({ sharing(capacity) }, [:]) },
      effort: Effort { $0.rounds = 300 })
  }

  /// The page's list of what the draft gets wrong is complete, and names nothing else.
  func testTheDraftBreaksTheRulesThatItsLessonNames() throws {
    let effort = Effort {
      $0.rounds = 200
      $0.limit = 1
    }
    let report = contractReport(
      of: .operator("shareReplayDraft(capacity: 2)", facts(2)) {
        $0.shareReplayDraft(capacity: 2)
      }, effort: effort)
    XCTAssertEqual(
      report.findings.map(\.rule.number).sorted(),
      try rulesNamed(onPage: "Chapter5", under: "What a first draft gets wrong").sorted(),
      report.text)
  }
}

private func sharing(_ capacity: Int) -> ThingUnderTest {
  .operator("shareReplay(capacity: \(capacity))", facts(capacity)) {
    $0.shareReplay(capacity: capacity)
  }
}

private func facts(_ capacity: Int) -> Facts {
  Facts {
    $0.isShared = true
    $0.upstreamDemand = .unlimited
    $0.replay = capacity
  }
}
