import XCTest

@testable import Playground

final class LineDiffTests: XCTestCase {
  // MARK: lineDiff

  func testNothingDiffersFromItself() {
    for lines in [[], ["a"], ["a", "b"], ["a", "a", "a"]] {
      XCTAssertNil(lineDiff(expected: lines, actual: lines))
    }
  }

  func testNothingExpected() {
    XCTAssertEqual(
      lineDiff(expected: [], actual: ["a", "b"]),
      """
      @@ line 1 @@
      + a
      + b
      """)
  }

  func testNothingThere() {
    XCTAssertEqual(
      lineDiff(expected: ["a", "b"], actual: []),
      """
      @@ line 1 @@
      - a
      - b
      """)
  }

  func testAReplacedLineOfOne() {
    XCTAssertEqual(
      lineDiff(expected: ["a"], actual: ["b"]),
      """
      @@ line 1 @@
      - a
      + b
      """)
  }

  private let letters = "abcdefghijklmnopqrst".map(String.init)

  /// The letters with some of them replaced.
  private func letters(_ changes: [String: [String]]) -> [String] {
    letters.flatMap { changes[$0] ?? [$0] }
  }

  func testAReplacedLineAmongMany() {
    XCTAssertEqual(
      lineDiff(expected: letters, actual: letters(["h": ["H"]])),
      """
      @@ line 5 @@
        e
        f
        g
      - h
      + H
        i
        j
        k
      """)
  }

  func testAMissingLine() {
    XCTAssertEqual(
      lineDiff(expected: letters, actual: letters(["h": []]), context: 1),
      """
      @@ line 7 @@
        g
      - h
        i
      """)
  }

  func testALineTooMany() {
    XCTAssertEqual(
      lineDiff(expected: letters, actual: letters(["h": ["h", "H"]]), context: 1),
      """
      @@ line 8 @@
        h
      + H
        i
      """)
  }

  func testNoContext() {
    XCTAssertEqual(
      lineDiff(expected: letters, actual: letters(["h": ["H"]]), context: 0),
      """
      @@ line 8 @@
      - h
      + H
      """)
  }

  func testDifferencesAtBothEndsMakeTwoStretches() {
    XCTAssertEqual(
      lineDiff(expected: letters, actual: letters(["a": ["A"], "t": ["t", "u"]])),
      """
      @@ line 1 @@
      - a
      + A
        b
        c
        d
      @@ line 18 @@
        r
        s
        t
      + u
      """)
  }

  func testStretchesWhoseContextsMeetAreOne() {
    XCTAssertEqual(
      lineDiff(expected: letters, actual: letters(["h": ["H"], "k": ["K"]]), context: 1),
      """
      @@ line 7 @@
        g
      - h
      + H
        i
        j
      - k
      + K
        l
      """)
  }

  func testStretchesWithALineBetweenTheirContextsAreTwo() {
    XCTAssertEqual(
      lineDiff(expected: letters, actual: letters(["h": ["H"], "l": ["L"]]), context: 1),
      """
      @@ line 7 @@
        g
      - h
      + H
        i
      @@ line 11 @@
        k
      - l
      + L
        m
      """)
  }

  func testRandomDifferencesTellBothTexts() throws {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          ["a", "b", "c"].randomElement(using: &random) ?? ""
        }
      }
      guard texts[0] != texts[1] else { continue }
      let difference = try XCTUnwrap(
        lineDiff(expected: texts[0], actual: texts[1], context: 12), "seed \(seed)")
      let lines = difference.split(separator: "\n").dropFirst()
      let expected = lines.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst(2)) }
      let actual = lines.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst(2)) }
      XCTAssertEqual([expected, actual], texts, "seed \(seed)")
    }
  }

  // MARK: normalizedLines

  func testAnEmptyTextHasNoLines() {
    XCTAssertEqual(normalizedLines(""), [])
  }

  func testTheLastNewlineMayBeMissing() {
    XCTAssertEqual(normalizedLines("a"), ["a"])
    XCTAssertEqual(normalizedLines("a\n"), ["a"])
    XCTAssertEqual(normalizedLines("a\nb"), ["a", "b"])
    XCTAssertEqual(normalizedLines("a\nb\n"), ["a", "b"])
  }

  func testEmptyLinesAreKept() {
    XCTAssertEqual(normalizedLines("\n"), [""])
    XCTAssertEqual(normalizedLines("\n\na\n\n"), ["", "", "a", ""])
  }

  func testLineEndingsOfEverySystem() {
    XCTAssertEqual(normalizedLines("a\r\nb\rc\nd\r\n"), ["a", "b", "c", "d"])
  }

  func testOtherSeparatorsEndNoLine() {
    let text = "a\u{2028}b\u{0B}c\u{0C}d\u{85}e"
    XCTAssertEqual(normalizedLines(text + "\n"), [text])
  }

  func testTrailingSpacesAndTabsAreDropped() {
    XCTAssertEqual(normalizedLines("a \nb\t \t\n \t\n  c  d  \n"), ["a", "b", "", "  c  d"])
  }
}
