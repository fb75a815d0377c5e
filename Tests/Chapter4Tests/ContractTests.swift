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

  /// A busy machine misses ticks, and then a check may see no value: such a report is made anew.
  func testDispatchTimerOnTheRealSource() {
    let facts = Facts {
      $0.interval = 0.003
      $0.end = 24  // more than the times, because missed ticks do not count
    }
    var reports = 0
    var complaint: String?
    repeat {
      let report = contractReport(
        of: .realTimePublisher("DispatchTimer", facts) {
          Publishers.timer(interval: .milliseconds(3), times: .max(18))
        })
      XCTAssertEqual(report.findings.map(\.text), [])
      complaint = TestSupport.complaint(about: report)
      reports += 1
    } while complaint != nil && reports < 3
    if let complaint { XCTFail(complaint) }
  }

  /// The page's list of what the draft gets wrong is complete, and links to nothing else.
  ///
  /// Only chance shows that it breaks rule 31 too: two threads must meet.
  func testTheDraftBreaksTheRulesThatItsLessonNames() throws {
    let report = contractReport(
      of: .publisher("DispatchTimerDraft", Facts { $0.end = 20 }) {
        DispatchTimerDraft(interval: .seconds(1), times: 20, source: .virtual($0))
      })
    XCTAssertEqual(
      report.findings.map(\.rule.number).filter { $0 != 31 }.sorted(),
      try rulesNamed(onPage: "Chapter4", under: "What a first draft gets wrong").sorted(),
      report.text)
  }
}
