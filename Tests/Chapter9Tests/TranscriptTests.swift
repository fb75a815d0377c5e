import TestSupport
import XCTest

@testable import Chapter9

final class TranscriptTests: XCTestCase {
  func testPrintsItsExpectedLog() throws {
    try assertPrintsExpectedLog(lesson)
  }

  func testItsPicturesAreShown() throws {
    try assertPicturesAreShown(lesson)
  }

  func testExamplesAreInOrder() {
    assertExamplesAreInOrder(
      lesson, notDrawn: ["one": "to come"])
  }
}
