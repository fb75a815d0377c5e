import Foundation
import Playground
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter3

/// The publishers of this chapter keep the publisher contract, and its draft does not.
final class ContractTests: XCTestCase {
  /// From 20, from 19.5, which the intervals do not fill, and from 0.
  func testCountdownPublisher() {
    let ofOneValue = Dictionary(
      uniqueKeysWithValues: [6, 7, 8, 9, 11, 13, 24].map { ($0, "it has one value") })
    assertKeepContract([
      (countdown(20, end: 20), [:]), (countdown(19.5, end: 20), [:]),
      (countdown(0, end: 1), ofOneValue),
    ])
  }

  private func countdown(
    _ duration: TimeInterval, end: Int
  ) -> @Sendable () -> ThingUnderTest {
    {
      .publisher("CountdownPublisher from \(duration)", Facts { $0.end = end }) {
        Timer.countdown(duration, every: 1, on: $0)
      }
    }
  }

  /// The page's list of what the draft gets wrong is complete, and names nothing else.
  func testTheDraftBreaksTheRulesThatItsLessonNames() throws {
    let report = contractReport(
      of: .publisher("CountdownDraft", Facts { $0.end = 20 }) {
        CountdownDraft(duration: 20, interval: 1, scheduler: $0)
      })
    XCTAssertEqual(
      report.findings.map(\.rule.number).sorted(),
      try rulesNamed(onPage: "Chapter3", under: "What a first draft gets wrong").sorted(),
      report.text)
  }
}
