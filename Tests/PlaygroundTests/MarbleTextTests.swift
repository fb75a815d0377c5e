import OpenCombineShim
import TestSupport
import XCTest

@testable import Playground

final class MarbleTextTests: XCTestCase {
  private func text(
    _ lanes: KeyValuePairs<String, String>, tick: VirtualTime.Stride = 1,
    start: VirtualTime.Stride = 0
  ) throws -> String {
    let diagram = try MarbleDiagram(lanes, tick: tick, start: start)
    XCTAssertEqual(try MarbleDiagram(parsing: diagram.text), diagram)
    return "\n\(diagram)\n"
  }

  func testALaneWithNothingOnIt() throws {
    XCTAssertEqual(
      try text(["a": ""]),
      """

      tick 1s  0
      a

      """)
  }

  func testALaneThatIsSilent() throws {
    XCTAssertEqual(
      try text(["a": "--"]),
      """

      tick 1s  0 1
      a        ----

      """)
  }

  func testOneEventOfEachKind() throws {
    XCTAssertEqual(
      try text(["a": "^", "b": " 1", "c": "|", "d": "#", "e": ##"#"lost""##, "f": "!", "g": "^-"]),
      """

      tick 1s  0       1
      a        ^---------------
      b                1
      c        |
      d        #
      e        #"lost"
      f        !
      g        ^---------------

      """)
  }

  func testTwoEvents() throws {
    XCTAssertEqual(
      try text(["a": " ^-1", "b": "^--|", "c": "^!", "d": "--!"]),
      """

      tick 1s  0 1 2 3
      a          ^---1-
      b        ^-----|
      c        ^-!
      d        ----!

      """)
  }

  func testManyEvents() throws {
    XCTAssertEqual(
      try text(["first": ##"^-1-(2 "3")-4-|"##, "late": ##"     ^5!^#"it broke""##], tick: 0.5),
      """

      tick 0.5s  0           0.5         1           1.5         2           2.5         3
      first      ^-----------------------1-----------------------(2 3)-------------------4-----------

      tick 0.5s  3.5         4           4.5
      first      ------------|
      late

      """.replacing(/first      \^.*\n/) { "\($0.output)late\n" }, "see the next test")
  }
}
