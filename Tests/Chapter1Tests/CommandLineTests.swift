import Foundation
import TestSupport
import XCTest

/// The built program as a learner meets it.
final class CommandLineTests: XCTestCase {
  private func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(builtExecutable("Chapter1"), arguments)
  }

  func testCheckAgrees() throws {
    let check = try run("--check")
    XCTAssertEqual(check.output, "Chapter1 prints what its expected.log says (91 lines).\n")
    XCTAssertEqual(check.error, "")
    XCTAssertEqual(check.status, 0)
  }

  func testListsItsExamples() throws {
    let list = try run("--list")
    XCTAssertEqual(
      list.output,
      """
      connect      subscribed is not yet connected
      autoconnect  the first subscriber connects, the last one disconnects
      store        a connection that lives in a set
      progress     a view that shows how far a song has played
      interval     the time since the last tick
      share        two subscribers, one timer
      twice        connecting twice

      """)
    XCTAssertEqual(list.status, 0)
  }

  func testRunsOneExample() throws {
    XCTAssertEqual(
      try run("--instant", "--only", "store").output,
      """
      Chapter 1: A timer publisher and autoconnect

      == store: a connection that lives in a set ==
      +0.000s: timer: receive subscription: (TimerPublisher)
      +0.000s: timer: request unlimited
      +0.500s: timer: receive value: (0.500s)
      +1.000s: timer: receive value: (1.000s)
      +1.500s: timer: receive value: (1.500s)
      +2.000s: timer: receive value: (2.000s)
      +2.250s: connections.removeAll()

      """)
  }

  func testAnUnknownExampleIsAnErrorThatSaysWhichThereAre() throws {
    let unknown = try run("--only", "nothing")
    XCTAssertEqual(unknown.output, "")
    XCTAssert(
      unknown.error.hasPrefix(
        """
        Error: Chapter 1 has no example "nothing". \
        It has: connect, autoconnect, store, progress, interval, share, twice.

        """), unknown.error)
    XCTAssertEqual(unknown.status, 64)
  }

  func testAnUnknownOptionIsAnError() throws {
    let unknown = try run("--faster")
    XCTAssertEqual(unknown.output, "")
    XCTAssert(unknown.error.hasPrefix("Error: Unknown option '--faster'"), unknown.error)
    XCTAssertEqual(unknown.status, 64)
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

  /// Real time: an interrupt ends a live run, and what had happened has been printed, into a pipe
  /// too.
  func testAnInterruptedLiveRunHasPrintedWhatHappened() throws {
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
    process.interrupt()
    process.waitUntilExit()
    output += String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    XCTAssertEqual(process.terminationReason, .uncaughtSignal)
    XCTAssertEqual(process.terminationStatus, SIGINT)
    let whole = try run("--instant", "--only", "store").output
    XCTAssert(whole.hasPrefix(output), output)
    XCTAssert(output.hasSuffix("\n"), output)
    XCTAssertLessThan(output.count, whole.count)
  }
}
