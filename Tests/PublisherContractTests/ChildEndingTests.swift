import Foundation
import TestSupport
import XCTest

@testable import PublisherContract

/// What the end of a process of its own says, on texts given to it.
final class ChildEndingTests: XCTestCase {
  private let raceText = """
    ==================
    WARNING: ThreadSanitizer: data race (pid=41)
      Write of size 8 at 0x7b08 by thread T2:
        #0 Outlet.cancel() Outlet.swift:97 (Tests+0x1)
    SUMMARY: ThreadSanitizer: data race Outlet.swift:97 in Outlet.cancel()
    ==================
    ThreadSanitizer: reported 1 warnings
    """

  private let raceLine =
    "the thread sanitizer reports a data race "
    + "(SUMMARY: ThreadSanitizer: data race Outlet.swift:97 in Outlet.cancel())"

  private func ending(
    _ status: Int32, signalled: Bool = false, _ error: String = ""
  ) -> ChildEnding {
    ChildEnding(status: status, wasSignalled: signalled, error: error)
  }

  /// Results of which only that of rule 27 is given.
  private func results(_ result: ContractReport.Result) -> [ContractReport.Result] {
    Rule.all.map { $0.number == 27 ? result : .held }
  }

  func testAGoodEnding() {
    XCTAssertNil(ending(0).race)
    XCTAssertNil(ending(0, "some text\n").complaint)
    XCTAssertEqual(ending(0).addingRace(to: results(.held)).compactMap(\.reason), [])
  }

  func testHowACallEnded() {
    XCTAssertEqual(ending(3).ofACall, "the process ended with status 3")
    XCTAssertEqual(
      ending(SIGILL, signalled: true).ofACall, "it traps (without a message, as an overflow does)")
    XCTAssertEqual(ending(SIGSEGV, signalled: true).ofACall, "it traps (at a bad address)")
    XCTAssertEqual(ending(SIGABRT, signalled: true).ofACall, "it traps (with signal 6)")
    XCTAssertEqual(
      ending(5, signalled: true, "a\nMain.swift:1: Fatal error: too much\nb").ofACall,
      "it traps (Main.swift:1: Fatal error: too much)")
    XCTAssertEqual(
      ending(SIGILL, signalled: true, "Main.swift:1: Precondition failed: two").ofACall,
      "it traps (Main.swift:1: Precondition failed: two)")
    XCTAssertEqual(
      ending(SIGKILL, signalled: true).ofACall, "its process was killed, as it took too long")
  }

  func testARaceBreaksRule27() throws {
    let ending = ending(66, raceText)
    XCTAssertEqual(ending.race, raceLine)
    XCTAssertNil(ending.complaint, "the sanitizer ended it, and that is told")
    for result in [ContractReport.Result.held, .notExercised("one core")] {
      guard case .broken(let finding) = ending.addingRace(to: results(result))[26] else {
        return XCTFail("rule 27 is not broken")
      }
      XCTAssertEqual(finding.rule.number, 27)
      XCTAssertEqual(finding.seen, raceLine)
      XCTAssertEqual(finding.history, [])
      XCTAssertFalse(finding.isConsequence)
    }
  }

  func testWhatIsKnownOfRule27Stays() {
    let finding = Finding(
      rule: .rule27, expected: "this", seen: "that", history: [], offendingLine: nil,
      isConsequence: false)
    for (result, reason) in [
      (ContractReport.Result.exempt("it is old"), "it is old"), (.broken(finding), "that"),
      (.notApplicable("it is new"), "it is new"),
    ] {
      let results = ending(66, raceText).addingRace(to: results(result))
      XCTAssertEqual(results.compactMap(\.reason), [reason])
    }
  }

  func testARaceWithoutASummary() {
    XCTAssertEqual(
      ending(66, "==\nWARNING: ThreadSanitizer: data race (pid=1)").race,
      "the thread sanitizer reports a data race (WARNING: ThreadSanitizer: data race (pid=1))")
  }

  func testAnotherFaultThanARace() {
    XCTAssertEqual(
      ending(66, "WARNING: ThreadSanitizer: lock-order-inversion\nSUMMARY: here").race,
      "the thread sanitizer reports a fault (SUMMARY: here)")
  }

  func testABadEndingBehindAllResults() {
    XCTAssertEqual(
      ending(3).complaint, "when all was checked, its process ended with status 3")
    XCTAssertEqual(
      ending(5, signalled: true, "x\nFatal error: late\n").complaint,
      "when all was checked, its process ended with signal 5 (Fatal error: late)")
    XCTAssertNotNil(ending(1, raceText).complaint, "another status than the sanitizer's")
    XCTAssertNotNil(ending(66).complaint, "no race is told")
  }

  func testABadEndingIsPartOfTheReport() {
    let cases = GeneratedCases(thing: .subject("Relay") { Relay() }, effort: Effort())
    var progress = ChildProgress(cases)
    let results = Rule.all.flatMap { [Journal.Entry.rule($0.number), .held] }
    progress.add(ChildReading(results + [.sequence(199), .over]), ending(3, raceText))
    XCTAssert(progress.isOver)
    let report = progress.report
    XCTAssertEqual(report.findings.map(\.rule.number), [27])
    XCTAssertEqual(
      report.badEnding,
      "when all was checked, its process ended with status 3 (ThreadSanitizer: reported 1 warnings)"
    )
    XCTAssertEqual(
      report.text.split(separator: "\n").suffix(2).map(String.init),
      [
        "generated cases: 200 sequences from seed 1, nothing broken", report.badEnding ?? "",
      ])
  }

  // MARK: Of a process

  /// A thing whose process ends in its own way, behind everything.
  private func thing(_ name: String, status: Int32, writing text: String) -> ThingUnderTest {
    .subject(name) {
      if ChildCheck.isChild { endProcess(status: status, writing: text) }
      return Relay()
    }
  }

  func testAProcessThatEndsBadlyBehindAllResults() {
    let report = contractReport(
      of: thing("ends with 3", status: 3, writing: "late"), effort: .quick)
    XCTAssertEqual(report.findings.map(\.text), [])
    XCTAssertEqual(
      report.badEnding, "when all was checked, its process ended with status 3 (late)")
  }

  func testAProcessThatReportsARace() {
    let report = contractReport(of: thing("races", status: 66, writing: raceText), effort: .quick)
    XCTAssertEqual(report.findings.map(\.rule.number), [27])
    XCTAssertEqual(report.findings.map(\.seen), [raceLine])
    XCTAssertNil(report.badEnding)
  }
}

/// Lets this process end with a status and a text, whatever status it asks for.
private func endProcess(status: Int32, writing text: String) {
  ending.status = status
  ending.text = text
  atexit {
    FileHandle.standardError.write(Data(ending.text.utf8))
    _exit(ending.status)
  }
}

/// Written before the process ends, and read when it does.
private nonisolated(unsafe) var ending: (status: Int32, text: String) = (0, "")
