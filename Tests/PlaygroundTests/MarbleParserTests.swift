import OpenCombineShim
import XCTest

@testable import Playground

final class MarbleParserTests: XCTestCase {
  // MARK: Reading back what was drawn

  /// Pieces of values and names: all that is reserved, what can't be seen, and what is wide.
  private let pieces =
    #"^|#!-()+" \,.:;'[]{}<>&"#.map(String.init) + [
      "a", "Z", "7", "10", "∞", "😀", "👨‍👩‍👧", "漢", "é", "e\u{301}", "\u{301}", "ﾞ", "\n", "\r\n", "\t",
      "\u{0}", "\u{1F3FD}", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{10FFFF}", "demand", "tick 1s",
      "  ",
      "",
    ]

  private func word(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...3, using: &random))
      .map { _ in pieces.randomElement(using: &random)! }.joined()
  }

  private func event(_ random: inout SeededGenerator) -> Transcript.Event {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: .subscription(word(&random))
    case 2: .finished
    case 3: .failure(word(&random))
    case 4: .cancel
    case 5:
      .request([.unlimited, .max(0), .max(12)].randomElement(using: &random)!, synchronous: true)
    default: .value(word(&random))
    }
  }

  func testReadingADrawingBackGivesTheDiagram() throws {
    for seed in 0..<400 {
      var random = SeededGenerator(seed: seed)
      let names = (0...Int.random(in: 0...3, using: &random)).map { _ in word(&random) }
      let tick = [1, 0.5, 0.25, 0.001, 7, VirtualTime.Stride.nanoseconds(3)]
        .randomElement(using: &random)!
      let ticks = (0..<Int.random(in: 1...30, using: &random))
        .map { _ in Int.random(in: 0...20, using: &random) }.sorted()
      let entries = ticks.map { count in
        Transcript.Entry(
          VirtualTime.origin.advanced(by: .scaled(count, tick.nanoseconds)),
          .event(event(&random), timeline: names.randomElement(using: &random)!))
      }
      let first = Int.random(in: -3...ticks[0], using: &random)
      let start = VirtualTime.Stride.scaled(
        Bool.random(using: &random) ? first : ticks[ticks.count / 2], tick.nanoseconds)
      let window = start...start + .scaled(25, tick.nanoseconds)
      let diagram = try MarbleDiagram(entries, tick: tick, window: window, showsDemand: true)
      let read = try MarbleDiagram(parsing: diagram.text)
      XCTAssertEqual(read, diagram, "seed \(seed):\n\(diagram)")
      XCTAssertEqual(read.text, diagram.text, "seed \(seed)")
    }
  }

  func testADamagedDrawingIsRefusedOrReadAsAnother() throws {
    let whole = """
      tick 0.5s   -0.5     0        0.5
      one by one  ---------(10 |)
        demand    (+1 +∞)  +3
      "😀"        ^--------#"lost"  "a\\n"

      tick 0.5s   1        1.5
      one by one  ^--------!
        demand
      "😀"
      """
    XCTAssertNoThrow(try MarbleDiagram(parsing: whole))
    var read = 0
    for seed in 0..<3_000 {
      var random = SeededGenerator(seed: seed)
      var scalars = Array(whole.unicodeScalars)
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let index = scalars.indices.randomElement(using: &random)!
        let end = min(scalars.count, index + Int.random(in: 0...2, using: &random))
        scalars.replaceSubrange(
          index..<end, with: pieces.randomElement(using: &random)!.unicodeScalars.prefix(2))
      }
      let text = String(String.UnicodeScalarView(scalars))
      guard let diagram = try? MarbleDiagram(parsing: text) else { continue }
      read += 1
      XCTAssertEqual(try MarbleDiagram(parsing: diagram.text), diagram, text)
      XCTAssertFalse(diagram.svg(title: "").isEmpty)
    }
    XCTAssertGreaterThan(read, 20)
  }

  func testLineEndingsAndBlanksAtTheEndAreOverlooked() throws {
    let text = "tick 1s  0 1\na        ^-|\n"
    let diagram = try MarbleDiagram(parsing: text)
    XCTAssertEqual(diagram, try MarbleDiagram(["a": "^|"], tick: 1))
    XCTAssertEqual(
      try MarbleDiagram(parsing: "\n" + text.replacing("\n", with: "  \r\n") + "\r\n"), diagram)
  }

  // MARK: What can't be read

  private func message(_ text: String) -> String? {
    do {
      _ = try MarbleDiagram(parsing: text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  func testNoDiagram() {
    let error = #"there is no diagram: it begins with a ruler, as in "tick 1s  0  1  2""#
    XCTAssertEqual(message(""), error)
    XCTAssertEqual(message("\n\n"), error)
  }

  func testARulerThatCannotBeRead() {
    let error = #"line 1: a row begins with a ruler, as in "tick 1s  0  1  2""#
    for ruler in ["a  ^-", "tick 1s", "tick 1  0", "tick 0s  0", "tick -1s  0", "tick 1.0s 0"] {
      XCTAssertEqual(message(ruler), error, ruler)
    }
    XCTAssertEqual(message("tick 1s  0 2"), "line 1: the ruler says 2 where 1 is due")
    XCTAssertEqual(
      message("tick 1s  0 1  2"), "line 1: the ruler's cells are not of one width: see 2")
    XCTAssertEqual(
      message("tick 9000000000s  0 9000000000 9"),
      "line 1: the ruler says 9 where 9223372036.854775807 is due")
  }

  func testARowThatDoesNotGoOnAsItShould() {
    let row = "tick 1s  0 1\na        ^---\nb        ^-|\n\n"
    XCTAssertEqual(message("tick 1s  0\n"), "line 2: there is no lane below the ruler")
    XCTAssertEqual(
      message(row + "tick 1s  3 4"), "line 5: the ruler says 3 where 2 is due")
    XCTAssertEqual(
      message(row + "tick 2s  2 4"), "line 5: the tick is 1s in the row above")
    XCTAssertEqual(
      message(row + "tick 1s  2\nb        --"),
      "line 6: a is due here as in the row above, and not b")
    XCTAssertEqual(
      message(row + "tick 1s  2\na        --"), "line 7: a lane is missing: b")
    XCTAssertEqual(
      message(row + "tick 1s  2\na        --\nb\nc"),
      "line 8: no lane is due here as in the row above, and not c")
  }

  func testALaneThatCannotBeRead() {
    let errors = [
      "a        ^---1": "line 2: tick 2: the ruler ends before this cell",
      "a        ^ 1": "line 2: tick 0: the timeline has not ended: write - and leave no blank",
      "a          --":
        "line 2: tick 1: the timeline is not subscribed: leave a blank and write no -",
      "a        ^1--": "line 2: tick 0: the next cell's column is due here, and not \"1\"",
      "a        ,": "line 2: tick 0: an event is due here, and not \",\"",
      "a        \"": "line 2: tick 0: a quote is not closed",
      "a        +1": "line 2: tick 0: a request stands in the demand lane, below its timeline: +1",
      "a:b      ^---": "the lane a:b wants its name in quotes",
      "  demand +1": "a demand lane stands right below its timeline",
    ]
    for (lane, error) in errors {
      XCTAssertEqual(
        message("tick 1s  0 1\n" + lane), error, lane)
    }
    XCTAssertEqual(
      message("tick 1s  0\na        ^-\na        ^-"), "line 3: there are two lanes named a")
  }

  func testADemandLaneThatCannotBeRead() {
    let head = "tick 1s   0   1\na         ^-------\n"
    XCTAssertEqual(
      message(head + "  demand  +x"), "line 3: tick 0: + wants a number or ∞ after it")
    XCTAssertEqual(
      message("tick 1s   0\na\n  demand  +99999999999999999999"),
      "line 3: tick 0: + wants a number or ∞ after it")
    XCTAssertEqual(
      message(head + "  demand  1"), "line 3: tick 0: a demand lane holds requests only, and not 1")
    XCTAssertEqual(
      message(head + "  demand  +1--"),
      "line 3: tick 0: no time passes in a demand lane: leave blanks")
    XCTAssertEqual(
      message(head + "  demand\n  demand"),
      "a demand lane stands right below its timeline")
  }

  func testAnEscapeThatCannotBeRead() {
    XCTAssertEqual(
      message(#"tick 1s  0\#na        "\x""#),
      #"line 2: tick 0: a \ wants one of " \ n r t u after it"#)
    for escape in [#"\u41"#, #"\u{}"#, #"\u{D800}"#, #"\u{110000}"#, #"\u{+41}"#, #"\u{41"#] {
      XCTAssertEqual(
        message("tick 1s  0\na        \"\(escape)\""),
        #"line 2: tick 0: \u wants a scalar in braces, as in \u{7F}"#, escape)
    }
  }
}
