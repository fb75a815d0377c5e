import TestSupport
import XCTest

@testable import Chapter2

final class TranscriptTests: XCTestCase {
  func testPrintsItsExpectedLog() throws {
    try assertPrintsExpectedLog(lesson)
  }

  func testExamplesAreInOrder() {
    assertExamplesAreInOrder(lesson)
  }
}
