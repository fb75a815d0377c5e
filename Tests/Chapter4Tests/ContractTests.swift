import Foundation
import OpenCombineShim
import Playground
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter4

/// The timer keeps the publisher contract on a virtual and on the real source; its draft does not.
final class ContractTests: XCTestCase {
  func testDispatchTimer() {
    assertKeepsContract(
      .publisher("DispatchTimer", Facts { $0.end = 20 }) {
        Publishers.timer(interval: .seconds(1), times: .max(20), source: .virtual($0))
      })
  }

  /// A busy machine misses ticks, which a check may take for a breach: only what is seen with longer
  /// and longer intervals counts.
  func testDispatchTimerOnTheRealSource() {
    var complaints: [String] = []
    for milliseconds in [3, 10, 30] {
      let facts = Facts {
        $0.interval = .milliseconds(milliseconds)
        $0.end = 24  // more than the times, because missed ticks do not count
      }
      let report = contractReport(
        of: .realTimePublisher("DispatchTimer of \(milliseconds) ms", facts) {
          Publishers.timer(interval: .milliseconds(milliseconds), times: .max(18))
        })
      guard let complaint = complaint(about: report) else { return }
      complaints.append(complaint)
    }
    XCTFail(complaints.joined(separator: "\n\n"))
  }

  /// The page's list of what the draft gets wrong is complete, and links to nothing else.
  ///
  /// Only chance shows that it breaks rules 21, 27 and 31 too: two threads must meet.
  func testTheDraftBreaksTheRulesThatItsLessonNames() throws {
    let report = contractReport(
      of: .publisher("DispatchTimerDraft", Facts { $0.end = 20 }) {
        DispatchTimerDraft(interval: .seconds(1), times: 20, source: .virtual($0))
      })
    XCTAssertEqual(
      report.findings.map(\.rule.number).filter { ![21, 27, 31].contains($0) }.sorted(),
      try rulesNamed(onPage: "Chapter4", under: "What a first draft gets wrong").sorted(),
      report.text)
  }
}
