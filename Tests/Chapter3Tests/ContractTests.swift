import Foundation
import Playground
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter3

/// The publishers of this chapter keep the publisher contract, and its draft does not.
final class ContractTests: XCTestCase {
  func testCountdownPublisher() {
    assertKeepsContract(
      .publisher("CountdownPublisher", Facts { $0.end = 20 }) {
        Timer.countdown(20, every: 1, on: $0)
      })
  }

  func testACountdownThatTheIntervalsDoNotFill() {
    assertKeepsContract(
      .publisher("CountdownPublisher", Facts { $0.end = 20 }) {
        Timer.countdown(19.5, every: 1, on: $0)
      })
  }

  func testACountdownFromZero() {
    assertKeepsContract(
      .publisher("CountdownPublisher", Facts { $0.end = 1 }) {
        Timer.countdown(0, every: 1, on: $0)
      },
      notExercised: [
        6: "it has one value", 7: "it has one value", 8: "it has one value", 9: "it has one value",
        11: "it has one value", 13: "it has one value", 24: "it has one value",
      ])
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
