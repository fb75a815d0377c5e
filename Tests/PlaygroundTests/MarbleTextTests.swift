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

  /// Eleven cells would be wider than 100 columns: they stand in two rows, about as many in each.
  func testRowsWrap() throws {
    XCTAssertEqual(
      try text(["first": ##"^-1-(2 "3")-4-|"##, "late": ##"     ^5!^#"it broke""##], tick: 0.5),
      """

      tick 0.5s  0           0.5         1           1.5         2
      first      ^-----------------------1-----------------------(2 3)-------
      late

      tick 0.5s  2.5         3           3.5         4           4.5
      first      ------------4-----------------------|
      late       ^-----------5-----------!           ^-----------#"it broke"

      """)
  }

  func testACellWiderThanARowStandsAlone() throws {
    let long = String(repeating: "x", count: 120)
    XCTAssertEqual(
      try text(["a": "^(\(long))"]),
      """

      tick 1s  0
      a        ^\(String(repeating: "-", count: 120))

      tick 1s  1
      a        \(long)-

      """)
  }

  func testWhatIsAskedForStandsBelowItsTimeline() throws {
    let entries =
      marbleEntries(
        "a",
        [
          0: .subscription(""), 0: .request(.max(1), synchronous: false), 1: .value("5"),
          1: .request(.max(12), synchronous: true), 1: .request(.unlimited, synchronous: false),
          2: .finished,
        ]) + marbleEntries("b", [1: .subscription("")])
    let diagram = try MarbleDiagram(entries, tick: 1, window: 0...2, showsDemand: true)
    XCTAssertEqual(try MarbleDiagram(parsing: diagram.text), diagram)
    XCTAssertEqual(
      diagram.text,
      """
      tick 1s   0        1        2
      a         ^--------5--------|
        demand  +1       (+12 +∞)
      b                  ^-----------------
        demand
      """)
  }

  func testTheRulerBeginsWhereTheWindowBegins() throws {
    XCTAssertEqual(
      try text(["a": "-12"], tick: 0.01, start: 9.98),
      """

      tick 0.01s  9.98 9.99 10
      a           -----1----2----

      """)
    XCTAssertEqual(
      try text(["a": "-1"], tick: 0.25, start: -0.5),
      """

      tick 0.25s  -0.5  -0.25
      a           ------1-----

      """)
  }

  // MARK: Quoting

  func testValuesStandAsTheyAreOrInQuotes() {
    let tokens = [
      "7": "7", "3.5": "3.5", "a-b": "a-b", "2001-01-01": "2001-01-01", "Größe": "Größe",
      "漢字": "漢字", ".": ".",
      "": #""""#, "-1": #""-1""#, "1-": #""1-""#, "-": #""-""#, "a b": #""a b""#, " ": #"" ""#,
      "a,b": #""a,b""#, "^": #""^""#, "|": #""|""#, "#": ##""#""##, "!": #""!""#, "(a)": #""(a)""#,
      "+1": #""+1""#, "50 %": #""50 %""#, "😀": #""😀""#,
      #"say "hi""#: #""say \"hi\"""#, #"a\b"#: #""a\\b""#, "a\nb\r\tc": #""a\nb\r\tc""#,
      "\u{0}\u{200D}\u{A0}": #""\u{0}\u{200D}\u{A0}""#,
    ]
    for (value, token) in tokens {
      XCTAssertEqual(MarbleDiagram.Mark.value(value).token, token)
    }
  }

  func testNamesStandAsTheyAreOrInQuotes() throws {
    XCTAssertEqual(
      try text([
        "one by one": "^", "": "^", "  Demand": "^", "a:b": "^", "a  b": "^", "tick 1s": "^",
      ]),
      """

      tick 1s     0
      one by one  ^-
      ""          ^-
      "  Demand"  ^-
      "a:b"       ^-
      "a  b"      ^-
      tick 1s     ^-

      """)
  }

  func testWideCharactersTakeTwoColumns() throws {
    XCTAssertEqual(
      try text(["日本": #"^"😀"-"#, "e\u{301} ": "^-|"]),
      """

      tick 1s  0    1    2
      日本     ^----"😀"------
      "e\u{301} "     ^---------|

      """)
  }
}
