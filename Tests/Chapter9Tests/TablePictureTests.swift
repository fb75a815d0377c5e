import Foundation
import XCTest

@testable import Chapter9

#if canImport(FoundationXML)
  import FoundationXML
#endif

final class TablePictureTests: XCTestCase {
  func testArcsGoClockwiseFromTheTopAndEndAtTheirAngle() throws {
    let svg = TablePicture(times: [TimeLeft(hours: 12, minutes: 31, seconds: 59)]).svg
    let arc = /d="M(\d+) (\d+)A400 400 0 ([01]) 1 (\d+) (\d+)"/
    let arcs = svg.matches(of: arc).map { match in
      let numbers = [match.1, match.2, match.3, match.4, match.5].map { Int($0)! }
      return [numbers[2], numbers[3] - numbers[0], numbers[4] - numbers[1]]
    }
    XCTAssertEqual(arcs, [[0, 0, 800], [1, -42, 798], [1, -42, 2]])
  }

  func testAnEmptyRingHasNoArcAndManyRowsAreCounted() throws {
    XCTAssertFalse(TablePicture(times: [TimeLeft()]).svg.contains("<path"))
    let svg = TablePicture(times: Array(repeating: TimeLeft(seconds: 1), count: 10_000)).svg
    XCTAssertEqual(svg.matches(of: /<path/).count, TablePicture.limit)
    XCTAssert(svg.contains("and\u{A0}9980\u{A0}more"))
  }

  func testItSaysInWordsWhatItShows() throws {
    let svg = TablePicture(times: [TimeLeft(hours: 1, minutes: 30), TimeLeft(seconds: 45)]).svg
    XCTAssert(
      svg.contains(
        """
        <title>a table of 2 countdowns</title>
        <desc>1: 1:30:00, hours 15°, minutes 180°, seconds 0°
        2: 0:00:45, hours 0°, minutes 0°, seconds 270°</desc>
        """), svg)
    let document = XMLParser(data: Data(svg.utf8))
    XCTAssert(document.parse(), "\(String(describing: document.parserError))")
  }
}
