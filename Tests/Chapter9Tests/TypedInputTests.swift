import XCTest

@testable import Chapter9

final class TypedInputTests: XCTestCase {
  private func outcome<Value>(_ body: () throws -> Value) -> String {
    do { return "\(try body())" } catch { return "\(error)" }
  }

  // MARK: Times

  func testTimesAreReadStrictly() {
    let forms = "is no time: write H:MM:SS, at most 23:59:59, or M:SS, at most 59:59."
    let expected = [
      "0:01:30": "0:01:30", "1:30": "0:01:30", "01:30": "0:01:30", "23:59:59": "23:59:59",
      "09:00:00": "9:00:00", "59:59": "0:59:59", "0:00": "0:00:00",
      "24:00:00": #""24:00:00" is no time: hours go from 0 to 23."#,
      "60:00": #""60:00" is no time: minutes go from 0 to 59."#,
      "1:60:00": #""1:60:00" is no time: minutes go from 0 to 59."#,
      "0:60": #""0:60" is no time: seconds go from 0 to 59."#,
      "": #""" \#(forms)"#, "5": #""5" \#(forms)"#, ":30": #"":30" \#(forms)"#,
      "1:3": #""1:3" \#(forms)"#, "001:30": #""001:30" \#(forms)"#,
      "1:2:3:4": #""1:2:3:4" \#(forms)"#, "-1:00": #""-1:00" \#(forms)"#,
      "+1:00": #""+1:00" \#(forms)"#, " 1:00": #"" 1:00" \#(forms)"#,
      "１:００": #""１:００" \#(forms)"#, "1:٣٠": #""1:٣٠" \#(forms)"#,
      "99999999999999999999:00": #""99999999999999999999:00" \#(forms)"#,
      "1:\u{1B}[2J": #""1:\u{1B}[2J" \#(forms)"#,
    ]
    for (text, result) in expected {
      XCTAssertEqual(outcome { try TimeLeft(typed: text) }, result)
    }
  }

  func testOfManyThatAreNoTimesAFewAreNamed() {
    XCTAssertEqual(
      outcome { try TimeLeft.all(typed: ["1:00", "0:60", "0:61", "2:00", "0:62"], naming: 2) },
      """
      "0:60" is no time: seconds go from 0 to 59.
      "0:61" is no time: seconds go from 0 to 59.
      and 1 more.
      """)
  }

  // MARK: Commands

  func testCommands() {
    let commands: [String: TableRequest?] = [
      "add 1:30": .add(TimeLeft(minutes: 1, seconds: 30)), "  remove\t2 ": .remove(2),
      "reset 1 0:45": .reset(1, TimeLeft(seconds: 45)), "show 3": .show(3), "up": .page(-1),
      "down": .page(1), "help": .help, "quit": .quit, "": nil, "   ": nil,
    ]
    for (line, request) in commands {
      XCTAssertEqual(try TableRequest(typed: line), request, line)
    }
  }

  func testWrongCommandsAreAnswered() {
    let forms = "type add 1:30, remove 2, reset 1 0:45, show 3, up, down, help or quit."
    let expected = [
      "ADD 1:30": #""ADD" is no command: \#(forms)"#, "1:30": #""1:30" is no command: \#(forms)"#,
      "add": "add wants one word, as in: add 1:30",
      "add 1:30 2:30": "add wants one word, as in: add 1:30",
      "add 0:99": #""0:99" is no time: seconds go from 0 to 59."#,
      "remove": "remove wants one word, as in: remove 2",
      "remove x": #""x" is no number of a row."#, "remove -1": #""-1" is no number of a row."#,
      "remove ２": #""２" is no number of a row."#,
      "remove 99999999999999999999": #""99999999999999999999" is no number of a row."#,
      "reset 1": "reset wants two words, as in: reset 1 0:45",
      "reset 0:45 1": #""0:45" is no number of a row."#,
      "quit now": "quit wants nothing behind it, as in: quit",
    ]
    for (line, answer) in expected {
      XCTAssertEqual(outcome { try TableRequest(typed: line) as Any }, answer)
    }
  }

  // MARK: Keys

  private func keys(_ bytes: [UInt8]) -> [Key] {
    var whole = KeyReader()
    let keys = whole.keys(in: bytes)
    var pieces = KeyReader()
    XCTAssertEqual(bytes.flatMap { pieces.keys(in: [$0]) }, keys, "\(bytes) byte by byte")
    return keys
  }

  func testKeys() {
    let expected: [String: [Key]] = [
      "aé€😀": [.character("a"), .character("é"), .character("€"), .character("😀")],
      "\r\n\u{7F}\u{8}\u{15}\u{17}\u{4}\u{C}\t": [
        .enter, .enter, .backspace, .backspace, .eraseLine, .eraseWord, .endOfInput, .redraw,
        .character(" "),
      ],
      "\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~": [
        .up, .down, .pageUp, .pageDown, .home, .end,
      ],
      "\u{0}\u{1}\u{85}\u{1B}[Z\u{1B}[1;5C\u{1B}xy": [.character("y")],
      "\u{1B}[12\u{1B}[A": [.up],
    ]
    for (text, keys) in expected { XCTAssertEqual(self.keys(Array(text.utf8)), keys) }
  }

  func testWhatIsNoTextBecomesAReplacementCharacter() {
    let replaced = Key.character("\u{FFFD}")
    XCTAssertEqual(keys([0xFF, 0x61]), [replaced, .character("a")])
    XCTAssertEqual(keys([0xC3, 0x61]), [replaced, .character("a")])
    XCTAssertEqual(keys([0x80, 0xE2, 0x82, 0x0A]), [replaced, replaced, .enter])
  }

  // MARK: The line

  func testTheLineIsEdited() {
    var line = TypedLine()
    func type(_ keys: [Key]) -> [String] { keys.compactMap { line.take($0) } }
    XCTAssertEqual(
      type("add 1:3é".map(Key.character) + [.backspace, .character("0"), .enter]), ["add 1:30"])
    XCTAssertEqual(line.text, "")
    XCTAssertEqual(type([.backspace, .eraseWord, .up] + "remove  2".map(Key.character)), [])
    XCTAssertEqual(type([.eraseWord, .character("3"), .enter, .enter]), ["remove  3", ""])
    XCTAssertEqual(type("x y".map(Key.character) + [.eraseLine, .enter]), [""])
    _ = type(Array(repeating: .character("x"), count: 1_000))
    XCTAssertEqual(line.text.count, TypedLine.limit)
  }

  func testTheEndOfTheLineIsShown() {
    var line = TypedLine()
    for character in "add 日本" { _ = line.take(.character(character)) }
    XCTAssertEqual(line.shown(in: 20), "> add 日本▏")
    XCTAssertEqual(line.shown(in: 8), "> 日本▏".replacingOccurrences(of: "日", with: " 日"))
    XCTAssertEqual(line.shown(in: 6), "> 本▏")
    XCTAssertEqual(line.shown(in: 1), "> ▏")
  }
}
