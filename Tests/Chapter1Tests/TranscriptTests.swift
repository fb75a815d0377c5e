import Foundation
import TestSupport
import XCTest

@testable import Chapter1

final class TranscriptTests: XCTestCase {
  func testPrintsItsExpectedLog() throws {
    try assertPrintsExpectedLog("Chapter1")
  }

  func testEveryExampleTakesAtMostFifteenSecondsLive() {
    for example in lesson.examples {
      XCTAssertLessThanOrEqual(example.length, 15, example.name)
    }
  }
}
