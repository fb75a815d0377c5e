import Foundation
import TestSupport
import XCTest

@testable import PublisherContract

/// Mutants that are data races and nothing else, which only the thread sanitizer sees.
final class SanitizerTests: XCTestCase {
  /// On a busy machine two threads may miss each other in a whole check: another seed, then.
  func testTheSanitizerCatchesThem() throws {
    try XCTSkipUnless(isThreadSanitizerOn, "run it with --sanitize=thread")
    var count = 0
    for rule in Rule.all {
      for mutant in rule.mutants where mutant.needsSanitizer {
        let reports = (1...5).lazy.map { seed in
          self.contractReport(of: mutant.make(), effort: Effort { $0.seed = seed })
        }
        let report = try XCTUnwrap(reports.first { !$0.findings.isEmpty }, mutant.name)
        XCTAssertEqual(report.findings.map(\.rule.number), [rule.number], report.text)
        XCTAssertEqual(
          report.findings.first?.seen.hasPrefix("the thread sanitizer reports a data race"), true,
          report.text)
        count += 1
      }
    }
    XCTAssertGreaterThan(count, 0)
  }
}

/// Whether this program was built with the thread sanitizer.
let isThreadSanitizerOn = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil
