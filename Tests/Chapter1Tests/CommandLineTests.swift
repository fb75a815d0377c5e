import Foundation
import TestSupport
import XCTest

@testable import Chapter1

/// The built program as a learner meets it.
final class CommandLineTests: XCTestCase {
  private func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(builtExecutable("Chapter1"), arguments)
  }

  func testListsItsExamples() throws {
    let list = try run("--list")
    XCTAssertEqual(
      list.output.split(separator: "\n").map { $0.prefix { $0 != " " } },
      lesson.examples.map { $0.name[...] })
    XCTAssertEqual(list.status, 0)
  }

  func testRunsOneExample() throws {
    let log = try String(contentsOf: lesson.expectedLog, encoding: .utf8)
    let sections = log.components(separatedBy: "\n== ")
    let store = try XCTUnwrap(sections.first { $0.hasPrefix("store: ") })
    XCTAssertEqual(try run("--check", "--only", "store").status, 0)
    XCTAssertEqual(
      try run("--instant", "--only", "store").output, "\(sections[0])\n== \(store)")
  }

  func testAnUnknownExampleIsAnErrorThatSaysWhichThereAre() throws {
    let unknown = try run("--only", "nothing")
    XCTAssertEqual(unknown.output, "")
    XCTAssert(
      unknown.error.hasPrefix("Error: Chapter 1 has no example \"nothing\". It has: connect, "),
      unknown.error)
    XCTAssertEqual(unknown.status, 64)
  }

  func testAnUnknownOptionIsAnError() throws {
    let unknown = try run("--faster")
    XCTAssertEqual(unknown.output, "")
    XCTAssert(unknown.error.hasPrefix("Error: Unknown option '--faster'"), unknown.error)
    XCTAssertEqual(unknown.status, 64)
  }

  func testMarblesDrawsAfterTheTranscript() throws {
    let marbles = try run("--instant", "--only", "twice", "--marbles")
    let twice = try run("--instant", "--only", "twice").output
    let diagram = try XCTUnwrap(lesson.pictures(of: lesson.examples).last?.diagram)
    XCTAssertEqual(marbles.output, "\(twice)\n\(diagram)\n")
  }

  func testAFolderThatCannotBeWrittenIsAnError() throws {
    let svg = try run("--svg", "/dev/null/pictures")
    XCTAssertEqual(svg.output, "")
    XCTAssert(
      svg.error.hasPrefix("Error: can't write the pictures into /dev/null/pictures ("), svg.error)
    XCTAssertEqual(svg.status, 1)
  }

  func testHelpNamesTheCommandAsTyped() throws {
    let help = try run("--help")
    XCTAssert(help.output.contains("USAGE: swift run Chapter1 "), help.output)
    XCTAssertEqual(help.status, 0)
  }

  #if DEBUG
    func testABenchmarkNeedsAReleaseBuild() throws {
      let benchmark = try run("--benchmark")
      XCTAssertEqual(benchmark.output, "")
      XCTAssertEqual(
        benchmark.error,
        """
        Error: a debug build says nothing about speed. \
        Measure with: swift run -c release Chapter1 --benchmark

        """)
      XCTAssertEqual(benchmark.status, 1)
    }
  #endif

  /// Real time: a run that is ended has printed what had happened, into a pipe too.
  func testAnInterruptedLiveRunHasPrintedWhatHappened() throws {
    try assertPrintsUntilEnded(by: SIGINT)
  }

  func testAKilledLiveRunHasPrintedWhatHappened() throws {
    try assertPrintsUntilEnded(by: SIGKILL)
  }

  private func assertPrintsUntilEnded(by signal: Int32) throws {
    let process = Process()
    process.executableURL = builtExecutable("Chapter1")
    process.arguments = ["--only", "store"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var output = ""
    while !output.contains("receive value: (0.500s)\n") {
      let data = pipe.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      output += String(decoding: data, as: UTF8.self)
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    output += String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    XCTAssertEqual(process.terminationReason, .uncaughtSignal)
    XCTAssertEqual(process.terminationStatus, signal)
    let whole = try run("--instant", "--only", "store").output
    XCTAssert(whole.hasPrefix(output), output)
    XCTAssert(output.hasSuffix("\n"), output)
    XCTAssertLessThan(output.count, whole.count)
  }
}
