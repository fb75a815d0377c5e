import TestSupport
import XCTest

@testable import Chapter9

final class TranscriptTests: XCTestCase {
  func testPrintsItsExpectedLog() throws {
    try assertPrintsExpectedLog(lesson)
  }

  func testItsPicturesAreShown() throws {
    try assertPicturesAreShown(lesson, others: ["Chapter9-table.svg"])
  }

  func testExamplesAreInOrder() {
    assertExamplesAreInOrder(
      lesson,
      notDrawn: [
        "three": "its log shows as much", "added": "its log shows as much",
        "scrolling": "what is shown is too wide for a cell", "price": "nothing is recorded",
      ])
  }
}
