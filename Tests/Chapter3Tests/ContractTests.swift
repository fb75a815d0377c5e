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

  /// One that the intervals do not fill, and one that has ended when it begins.
  func testOddDurations() {
    let ofOneValue = Dictionary(
      uniqueKeysWithValues: [6, 7, 8, 9, 11, 13, 24].map { ($0, "it has one value") })
    let notFilled: @Sendable () -> ThingUnderTest = {
      .publisher("CountdownPublisher of 19.5 s", Facts { $0.end = 20 }) {
        Timer.countdown(19.5, every: 1, on: $0)
      }
    }
    let endedAtOnce: @Sendable () -> ThingUnderTest = {
      .publisher("CountdownPublisher of 0 s", Facts { $0.end = 1 }) {
        Timer.countdown(0, every: 1, on: $0)
      }
    }
    assertKeepContract(
      [(notFilled, [:]), (endedAtOnce, ofOneValue)], effort: Effort { $0.rounds = 300 })
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
