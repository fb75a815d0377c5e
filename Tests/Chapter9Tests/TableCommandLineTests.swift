import Foundation
import TestSupport
import XCTest

@testable import Chapter9

/// The built program with `--table`, where there is no terminal.
final class TableCommandLineTests: XCTestCase {
  private func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(builtExecutable("Chapter9"), arguments)
  }

  private func assertRefuses(
    _ arguments: String..., error: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertThrowsError(try TableCommand.command(for: arguments), file: file, line: line) {
      XCTAssertEqual(TableCommand.message(for: $0), error, file: file, line: line)
    }
  }

  func testBadInputIsAnErrorOfTheProgram() throws {
    let bad = try run("--table", "0:99")
    XCTAssertEqual(bad.output, "")
    XCTAssert(
      bad.error.hasPrefix(
        """
        Error: "0:99" is no time: seconds go from 0 to 59.
        Usage: swift run Chapter9\u{20}
        """), bad.error)
    XCTAssertEqual(bad.status, 64)
  }

  func testIntoAPipeItPrintsALineForWhateverHappensAndEnds() throws {
    let run = try run("--table", "0:00", "0:00:00")
    XCTAssertEqual(
      run.output,
      """
      Row 1 starts: 0:00:00.
      Row 2 starts: 0:00:00.
      Row 1: no hours left.
      Row 1: no minutes left.
      Row 1: nothing left.
      Row 2: no hours left.
      Row 2: no minutes left.
      Row 2: nothing left.

      """)
    XCTAssertEqual(run.error, "")
    XCTAssertEqual(run.status, 0)
  }

  func testCommandsComeFromStandardInput() throws {
    let process = Process()
    process.executableURL = builtExecutable("Chapter9")
    process.arguments = ["--table", "1:00:00"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(
      Data("add 1:30\r\n\nremove 3\nshow 1\nremove 1\nquit now\nreset 2 0:00".utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilItEnds(within: 20)
    XCTAssertEqual(
      text,
      """
      Row 1 starts: 1:00:00.
      Row 2 starts: 0:01:30.
      There is no row 3: they go from 1 to 2.
      Nothing is drawn here that could be scrolled.
      Row 1 is removed.
      quit wants nothing behind it, as in: quit
      Row 2 starts again: 0:00:00.
      Row 2: no hours left.
      Row 2: no minutes left.
      Row 2: nothing left.

      """)
    XCTAssertEqual(process.terminationStatus, 0)
  }

  func testItEndsQuietlyWhenNobodyReadsAnyMore() throws {
    let process = Process()
    process.executableURL = builtExecutable("Chapter9")
    process.arguments = ["--table", "1:00:00"]
    let (input, output, error) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = error
    try process.run()
    XCTAssertFalse(output.fileHandleForReading.availableData.isEmpty)
    try output.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    input.fileHandleForWriting.write(Data("add 1:30\n".utf8))
    process.waitUntilItEnds(within: 20)
    XCTAssertEqual(process.terminationReason, .exit)
    XCTAssertEqual(process.terminationStatus, 0)
    XCTAssertEqual(error.fileHandleForReading.availableData, Data())
  }

  func testTimesThatAreNoneAreNamed() {
    let forms = "write H:MM:SS, at most 23:59:59, or M:SS, at most 59:59."
    assertRefuses(
      "--table", "0:10", "25:00:00", "0:99", "abc", "-1:00", "",
      error: """
        "25:00:00" is no time: hours go from 0 to 23.
        "0:99" is no time: seconds go from 0 to 59.
        "abc" is no time: \(forms)
        "-1:00" is no time: \(forms)
        "" is no time: \(forms)
        """)
    assertRefuses("--table", error: "--table wants a time, or several: \(forms)")
    assertRefuses("--table", "--svg", "x", "-1:00", error: "Unknown option '-1:00'")
  }

  func testTenThousandTimesAreNoTrouble() throws {
    let times = (0..<10_000).map { "0:\($0 % 50 + 10)" }
    let run = try ChildProcess.run(
      builtExecutable("Chapter9"), ["--table"] + times + ["x"])
    XCTAssert(run.error.hasPrefix(#"Error: "x" is no time: "#), run.error)
    XCTAssertEqual(run.status, 64)
  }

  func testOptionsThatDoNotGoWithItAreRefused() {
    assertRefuses(
      "--table", "0:10", "--instnat", error: "Unknown option '--instnat'. Did you mean '--instant'?"
    )
    assertRefuses("--table", "0:10", "-x", "0:20", error: "Unknown option '-x'")
    assertRefuses(
      "--tabel", "0:10", error: "Unknown option '--tabel'. Did you mean '--table'?")
    assertRefuses("0:10", error: "Unexpected argument '0:10': times go with --table.")
    assertRefuses(
      "--instant", "--table", "0:10", "--only", "one",
      error: "--table runs no example, and runs in real time: leave out --instant, --only.")
  }

  func testHelpTellsOfIt() throws {
    let help = try run("--help")
    XCTAssert(help.output.contains("\n  --table "), help.output)
    XCTAssert(help.output.contains("\n  --instant "), help.output)
    XCTAssertEqual(help.status, 0)
  }

  func testItsPictureIsTheOneOnThePage() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("table-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try run("--table", "1:30:00", "0:00:45", "--svg", folder.path)
    let file = folder.appendingPathComponent("Chapter9-table.svg")
    XCTAssertEqual(run.output, file.path + "\n", run.error)
    let kept = packageFolder.appendingPathComponent("docs/pictures/Chapter9-table.svg")
    try assertMatches(try String(contentsOf: file, encoding: .utf8), file: kept)
    XCTAssertEqual(try Data(contentsOf: file), try Data(contentsOf: kept))
    let page = try String(
      contentsOf: packageFolder.appendingPathComponent("docs/Chapter9.md"), encoding: .utf8)
    XCTAssert(page.contains("](pictures/Chapter9-table.svg)"))
  }

  func testAFolderThatCannotBeWrittenIsAnError() throws {
    let svg = try run("--table", "0:10", "--svg", "/dev/null/pictures")
    XCTAssertEqual(svg.output, "")
    XCTAssert(
      svg.error.hasPrefix("Error: can't write the pictures into /dev/null/pictures ("), svg.error)
    XCTAssertEqual(svg.status, 1)
  }
}
