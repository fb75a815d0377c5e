import TestSupport
import XCTest

@testable import Chapter5

final class TranscriptTests: XCTestCase {
  func testPrintsItsExpectedLog() throws {
    try assertPrintsExpectedLog(lesson)
  }

  func testItsPicturesAreShown() throws {
    try assertPicturesAreShown(lesson)
  }

  func testExamplesAreInOrder() {
    assertExamplesAreInOrder(lesson, notDrawn: ["classic": "the next one draws the same run"])
  }
}
