import Playground
import TestSupport
import XCTest

@testable import Chapter2

final class LabelTests: XCTestCase {
  func testALabelLogsWhatItShows() throws {
    let example = Example("label", "", length: 1) { stage in
      let label = Label("it", on: stage)
      label.text = "a"
      label.text = "b"
    }
    XCTAssertEqual(
      try example.run().entries.map(\.description), ["+0.000s: it shows a", "+0.000s: it shows b"])
  }
}
