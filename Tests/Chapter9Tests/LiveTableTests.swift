import Foundation
import Playground
import TestSupport
import XCTest

@testable import Chapter9

/// The table in a terminal. What is drawn is tested where it is made; this is about the terminal.
final class LiveTableTests: XCTestCase {
  private let setUpSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private let drawn = "\u{1B}[?2026l"

  private func table(
    _ times: String..., columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      builtExecutable("Chapter9"), ["--table"] + times, columns: columns, rows: rows)
  }

  /// Checks that a way out leaves the terminal as it was.
  ///
  /// - Parameters:
  ///   - status: The status of the program.
  ///   - words: What stands on the terminal's own screen in the end.
  ///   - leave: Takes that way.
  private func assertRestores(
    status: Int32, words: String = "", file: StaticString = #filePath, line: UInt = #line,
    _ leave: (PseudoTerminal) -> Void
  ) throws {
    let terminal = try table("1:00:00")
    // The modes of before are taken from a second terminal, as this one's may have changed by now.
    let before = try PseudoTerminal(URL(fileURLWithPath: "/bin/cat"), []).modes
    terminal.read(until: drawn, file: file, line: line)
    XCTAssertNotEqual(terminal.modes, before, file: file, line: line)
    leave(terminal)
    terminal.read(until: Rescue.sequence, file: file, line: line)
    XCTAssertEqual(terminal.end(), status, file: file, line: line)
    XCTAssertEqual(terminal.modes, before, file: file, line: line)
    terminal.type("#")  // echoed again
    XCTAssertEqual(
      terminal.read(until: "#", file: file, line: line), words + "#", file: file, line: line)
  }

  private let lastWords = "Still running: 1 of 1.\r\n"

  func testQuitRestoresTheTerminal() throws {
    try assertRestores(status: 0, words: lastWords) { $0.type("quit\n") }
  }

  func testEndOfInputRestoresTheTerminal() throws {
    try assertRestores(status: 0, words: lastWords) { $0.type("\u{4}") }
  }

  func testSignalsThatEndItRestoreTheTerminal() throws {
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM] {
      try assertRestores(status: 128 + signal) { $0.send(signal) }
    }
  }

  func testCrashesRestoreTheTerminal() throws {
    for signal in [SIGABRT, SIGTRAP] {
      try assertRestores(status: 128 + signal) { $0.send(signal) }
    }
  }

  func testTheMessageOfATrapIsReadWhereTheTableWasNot() throws {
    let key = "TRAP_ON_A_SCREEN"
    guard ProcessInfo.processInfo.environment[key] == nil else {
      let screen = Screen()
      screen.setUp()
      require(!screen.draw([]), "nothing can be drawn any more")
      return
    }
    let terminal = try PseudoTerminal(
      URL(fileURLWithPath: CommandLine.arguments[0]), argumentsOfThisTest, environment: [key: "1"])
    terminal.read(until: Rescue.sequence)
    terminal.read(until: "nothing can be drawn any more")
    XCTAssertGreaterThan(terminal.end(), 128)
  }

  func testAPauseGivesTheTerminalBackForAsLongAsItLasts() throws {
    let terminal = try table("1:00:00")
    terminal.read(until: drawn)
    terminal.send(SIGTSTP)
    terminal.read(until: Rescue.sequence)
    terminal.waitUntilStopped()
    terminal.send(SIGCONT)
    terminal.read(until: setUpSequence)
    XCTAssert(terminal.read(until: drawn).contains("\u{1B}[2J"))
    terminal.type("quit\n")
    XCTAssertEqual(terminal.end(), 0)
  }

  func testWrongInputIsAnsweredInPlaceAndTheRestGoesOn() throws {
    let answer = "\u{1B}[23;1H\u{1B}[K"
    let terminal = try table("1:00:00")
    terminal.read(until: "> ▏")
    terminal.type("ade\u{7F}d 0:99\n")
    terminal.read(until: answer + "\"0:99\" is no time: seconds go from 0 to 59.\u{1B}")
    terminal.type("add 0:59\n")
    terminal.read(until: answer + "Row 2 starts: 0:00:59.\u{1B}")
    terminal.type("remove 2\n")
    terminal.read(until: answer + "Row 2 is removed.\u{1B}")
    terminal.type("reset 1 0:00\n")
    terminal.read(until: answer + "Row 1: nothing left.\u{1B}")
    terminal.type("quit\n")
    terminal.read(until: Rescue.sequence)
    XCTAssertEqual(terminal.end(), 0)
  }

  func testItEndsWhereTheTerminalIsTakenAway() throws {
    let terminal = try table("1:00:00")
    terminal.read(until: drawn)
    terminal.hangUp()
    XCTAssertEqual(terminal.end(), 1)
  }

  func testWithoutAKeyboardItEndsWithTheLastCountdown() throws {
    func table(_ time: String) throws -> PseudoTerminal {
      try PseudoTerminal(builtExecutable("Chapter9"), ["--table", time], input: .nullDevice)
    }
    try table("1:00:00").read(until: "Standard input has ended: nothing more can be typed.")
    let terminal = try table("0:00")
    terminal.read(until: Rescue.sequence)
    XCTAssertEqual(terminal.end(), 0)
  }

  func testItIsDrawnAnewForAnotherSize() throws {
    let terminal = try table("1:00:00", columns: 20, rows: 5)
    terminal.read(until: "\u{1B}[1;1H\u{1B}[K 1   ")
    terminal.resize(columns: 80, rows: 24)
    terminal.send(SIGWINCH)
    terminal.read(until: "\u{1B}[24;1H\u{1B}[K> ▏\u{1B}")
    terminal.resize(columns: 1, rows: 1)
    terminal.send(SIGWINCH)
    terminal.read(until: "\u{1B}[1;1H\u{1B}[K…\u{1B}")
    terminal.type("quit\n")
    XCTAssertEqual(terminal.end(), 0)
  }

  func testOfManyRowsThoseInViewAreDrawn() throws {
    let terminal = try table("1:00:00")
    terminal.type((1...60).map { "add 1:\($0 % 50 + 10)\n" }.joined())
    XCTAssert(terminal.read(until: "Row 61 starts: 0:01:20.").contains("  41 to 61 of 61\u{1B}"))
    terminal.type("show 3\n")
    terminal.read(until: "  3 to 23 of 61\u{1B}")
    terminal.type("\u{1B}[A\u{1B}[A")
    terminal.read(until: "  1 to 21 of 61\u{1B}")
    terminal.type("\u{1B}[6~")
    terminal.read(until: "  22 to 42 of 61\u{1B}")
    terminal.type("quit\n")
    XCTAssertEqual(terminal.end(), 0)
  }
}
