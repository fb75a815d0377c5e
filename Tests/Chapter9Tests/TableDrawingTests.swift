import Playground
import XCTest

@testable import Chapter9

final class TableDrawingTests: XCTestCase {
  private let times = [
    TimeLeft(hours: 1, minutes: 30), TimeLeft(seconds: 45), TimeLeft(hours: 12, seconds: 7),
  ]

  /// Draws the first rows of a table whose rows have the times in turn.
  private func draw(_ count: Int, _ columns: Int, _ rows: Int, _ message: String = "Hello.")
    -> String
  {
    let size = TerminalSize(columns: columns, rows: rows)
    let layout = TableLayout(size, count: count, lastNumber: count, message: message)
    let shown = (0..<min(count, layout?.capacity ?? 0)).map { ($0 + 1, times[$0 % 3]) }
    let frame = TableFrame(
      rows: shown, above: 0, count: count, lastNumber: count, typed: TypedLine())
    let lines = frame.lines(layout, size: size)
    XCTAssertEqual(lines.count, rows)
    for line in lines { XCTAssertLessThanOrEqual(line.columns, columns, line) }
    return lines.joined(separator: "\n")
  }

  func testRingsAreLargeWhereAllHaveRoom() {
    XCTAssertEqual(
      draw(2, 80, 14),
      """
       #      left  hours       minutes     seconds
                    ⠀⣠⠔⠊⠉⣿⠑⠢⣄⠀  ⠀⣠⠔⠊⠉⣿⣷⣦⣄⠀  ⠀⣠⠔⠊⠉⠉⠑⠢⣄⠀
                    ⡰⠁⠀⠀⠀⠀⠀⠀⠈⢆  ⡰⠁⠀⠀⠀⠀⠉⢻⣿⣆  ⡰⠁⠀⠀⠀⠀⠀⠀⠈⢆
       1   1:30:00  ⡇⠀⠀⠀⠀1⠀⠀⠀⢸  ⡇⠀⠀⠀30⠀⠀⣿⣿  ⡇⠀⠀⠀⠀0⠀⠀⠀⢸
                    ⠱⡀⠀⠀⠀⠀⠀⠀⢀⠎  ⠱⡀⠀⠀⠀⠀⣀⣼⣿⠏  ⠱⡀⠀⠀⠀⠀⠀⠀⢀⠎
                    ⠀⠙⠢⢄⣀⣀⡠⠔⠋⠀  ⠀⠙⠢⢄⣀⣿⡿⠟⠋⠀  ⠀⠙⠢⢄⣀⣀⡠⠔⠋⠀

                    ⠀⣠⠔⠊⠉⠉⠑⠢⣄⠀  ⠀⣠⠔⠊⠉⠉⠑⠢⣄⠀  ⠀⣠⠔⠊⠉⣿⣷⣦⣄⠀
                    ⡰⠁⠀⠀⠀⠀⠀⠀⠈⢆  ⡰⠁⠀⠀⠀⠀⠀⠀⠈⢆  ⡰⠁⠀⠀⠀⠀⠉⢻⣿⣆
       2   0:00:45  ⡇⠀⠀⠀⠀0⠀⠀⠀⢸  ⡇⠀⠀⠀⠀0⠀⠀⠀⢸  ⣧⣤⠀⠀45⠀⠀⣿⣿
                    ⠱⡀⠀⠀⠀⠀⠀⠀⢀⠎  ⠱⡀⠀⠀⠀⠀⠀⠀⢀⠎  ⠹⣿⣧⣀⠀⠀⣀⣼⣿⠏
                    ⠀⠙⠢⢄⣀⣀⡠⠔⠋⠀  ⠀⠙⠢⢄⣀⣀⡠⠔⠋⠀  ⠀⠙⠻⢿⣿⣿⡿⠟⠋⠀
      Hello.
      > ▏
      """)
  }

  func testSmallerRingsForMoreRows() {
    XCTAssertEqual(
      draw(2, 50, 10),
      """
       #      left  hours    minutes  seconds
                    ⢠⠒⠉⠋⠒⡄   ⢠⠒⠉⠛⢶⡄   ⢠⠒⠉⠉⠒⡄
       1   1:30:00  ⡇⠀⠀1⠀⢸   ⡇⠀30⠀⣿   ⡇⠀⠀0⠀⢸
                    ⠘⠤⣀⣀⠤⠃   ⠘⠤⣀⣤⠾⠃   ⠘⠤⣀⣀⠤⠃

                    ⢠⠒⠉⠉⠒⡄   ⢠⠒⠉⠉⠒⡄   ⢠⠒⠉⠛⢶⡄
       2   0:00:45  ⡇⠀⠀0⠀⢸   ⡇⠀⠀0⠀⢸   ⣧⠀45⠀⣿
                    ⠘⠤⣀⣀⠤⠃   ⠘⠤⣀⣀⠤⠃   ⠘⠷⣤⣤⠾⠃
      Hello.
      > ▏
      """)
  }

  func testBarsWhereRingsHaveNoRoom() {
    XCTAssertEqual(
      draw(4, 80, 8),
      """
       #      left  hours  minutes   seconds
       1   1:30:00  ▏      ███▊
       2   0:00:45                   █████▋
       3  12:00:07  █▌               ▉
       4   1:30:00  ▏      ███▊

      Hello.
      > ▏
      """)
    XCTAssertEqual(
      draw(10_000, 80, 5),
      """
          1   1:30:00  ▏      ███▊
          2   0:00:45                   █████▋
          3  12:00:07  █▌               ▉
      Hello.
      > ▏
      """)
  }

  func testTimesAloneInANarrowTerminal() {
    XCTAssertEqual(
      draw(10, 20, 8),
      """
       #      left
       1   1:30:00
       2   0:00:45
       3  12:00:07
       4   1:30:00
       5   0:00:45
      Hello.
      > ▏
      """)
  }

  func testATerminalThatIsTooSmallSaysWhatItTakes() {
    XCTAssertEqual(
      draw(3, 11, 5),
      """
      12 columns
      and 3 rows
      needed


      """)
    XCTAssertEqual(
      draw(3, 80, 2),
      """
      12 columns and 3 rows needed

      """)
    XCTAssertEqual(
      draw(10_000, 14, 5),
      """
      15 columns and
      3 rows needed



      """)
    XCTAssertEqual(draw(3, 1, 1), "…")
  }

  func testNoLineIsTooWideAndNoneTooMany() {
    for columns in Array(1...16) + [33, 39, 40, 42, 43, 48, 49, 120] {
      for rows in [1, 2, 3, 4, 5, 6, 7, 13, 14, 40] {
        for count in [0, 1, 3, 100] {
          _ = draw(count, columns, rows, "Row 1 starts: 日本 0:01:30, and so on.")
        }
      }
    }
  }

  func testWhatIsToBeSaidIsBrokenIntoLinesAndCut() {
    XCTAssertEqual(wrapped("one two three", columns: 8, lines: 2), ["one two", "three"])
    XCTAssertEqual(wrapped("one two three four", columns: 8, lines: 2), ["one two", "three …"])
    XCTAssertEqual(wrapped("one two three", columns: 4, lines: 9), ["one", "two", "thr…"])
    XCTAssertEqual(wrapped("日本 x", columns: 3, lines: 2), ["日…", "x"])
    XCTAssertEqual(wrapped("", columns: 3, lines: 2), [""])
  }

  func testADialHasAsMuchOfTheRingAsIsLeft() {
    let dials = [0, 90, 180, 360].map { Dial(degrees: $0, number: $0 / 6, height: 3).lines }
    let picture = (0..<3).map { line in dials.map { $0[line] }.joined(separator: "  ") }
    XCTAssertEqual(
      picture.joined(separator: "\n"),
      """
      ⢠⠒⠉⠉⠒⡄  ⢠⠒⠉⠛⢶⡄  ⢠⠒⠉⠛⢶⡄  ⢠⡶⠛⠛⢶⡄
      ⡇⠀⠀0⠀⢸  ⡇⠀15⠀⢻  ⡇⠀30⠀⣿  ⣿⠀60⠀⣿
      ⠘⠤⣀⣀⠤⠃  ⠘⠤⣀⣀⠤⠃  ⠘⠤⣀⣤⠾⠃  ⠘⠷⣤⣤⠾⠃
      """)
  }

  func testABarHasAnEighthOfAColumnForEachUnit() {
    XCTAssertEqual(
      [0, 1, 7, 8, 23, 59].map { bar(units: $0, width: 8) },
      ["        ", "▏       ", "▉       ", "█       ", "██▉     ", "███████▍"])
  }
}
