import TestSupport
import XCTest

@testable import PublisherContract

/// docs/Contract.md is what the table of rules writes.
final class PageTests: XCTestCase {
  func testThePageIsWrittenFromTheTable() throws {
    try assertMatches(
      RulePage.text, file: packageFolder.appendingPathComponent("docs/Contract.md"))
  }

  func testTheRulesAreNumbered() {
    XCTAssertEqual(Rule.all.map(\.number), Array(1...39))
  }
}
