import TestSupport
import XCTest

@testable import Chapter6

final class TranscriptTests: XCTestCase {
  func testPrintsItsExpectedLog() throws {
    try assertPrintsExpectedLog(lesson)
  }

  func testItsPicturesAreShown() throws {
    try assertPicturesAreShown(lesson)
  }

  func testExamplesAreInOrder() {
    assertExamplesAreInOrder(
      lesson, notDrawn: ["pausing": "the next example draws the same run"])
  }
}
