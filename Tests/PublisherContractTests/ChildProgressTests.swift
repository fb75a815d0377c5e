import Foundation
import XCTest

@testable import PublisherContract

/// How what several processes told is put together, from journals written by hand.
final class ChildProgressTests: XCTestCase {
  private let trap = ChildEnding(status: 4, wasSignalled: true, error: "Fatal error: no")
  private let good = ChildEnding(status: 0, wasSignalled: false, error: "")
  private let allHeld = Rule.all.flatMap { [Journal.Entry.rule($0.number), .held] }

  /// The same, where some rules are exempt.
  private func allHeld(but exempt: [Int]) -> [Journal.Entry] {
    Rule.all.flatMap {
      [.rule($0.number), exempt.contains($0.number) ? .exempt("it is known") : .held]
    }
  }

  private func start(_ facts: Facts = Facts()) -> ChildProgress {
    ChildProgress(GeneratedCases(thing: .subject("Relay", facts) { Relay() }, effort: Effort()))
  }

  private func line(_ text: String) -> Journal.Entry {
    .line(
      .init(
        History.Line(
          time: .init(nanoseconds: 0), probe: "a", kind: .request, text: text, owed: 0, event: nil))
    )
  }

  private func generatedLine(_ report: ContractReport) -> Substring? {
    report.text.split(separator: "\n").last
  }

  func testARuleThatTraps() {
    var progress = start()
    progress.add(ChildReading([.rule(1), .held, .rule(2), .scene, line("request")]), trap)
    XCTAssertEqual(progress.nextRule, 3)
    XCTAssertEqual(progress.results.last?.reason, "it traps (Fatal error: no)")
    XCTAssertFalse(progress.isOver)
  }

  func testASequenceThatTrapsIsPlayedOnceMoreAndWrittenDown() throws {
    var progress = start()
    progress.add(ChildReading(allHeld + [.sequence(0), .sequence(16)]), trap)
    XCTAssertEqual(progress.nextSequence, 16)
    progress.add(ChildReading([.sequence(16), .scene, line("request")]), trap)
    XCTAssertEqual(progress.nextSequence, 17)
    progress.add(ChildReading([.sequence(17), .sequence(199), .over]), good)
    XCTAssert(progress.isOver)

    let report = progress.report
    let finding = try XCTUnwrap(report.findings.first)
    XCTAssertEqual(report.findings.count, 1)
    XCTAssertEqual(finding.rule.number, 8)
    XCTAssertEqual(finding.seen, "it traps (Fatal error: no)")
    XCTAssertEqual(finding.history.map(\.text), ["request"])
    XCTAssertTrue(finding.isConsequence)
    XCTAssertEqual(
      finding.reproduction, reproduction(of: progress.cases.sequences[16]))
    XCTAssertEqual(
      generatedLine(report), "generated cases: 200 sequences from seed 1, sequence 17 traps")
  }

  func testASequenceThatTrapsOnlyOnceIsReportedToo() {
    var progress = start()
    progress.add(ChildReading(allHeld + [.sequence(0), .sequence(16)]), trap)
    progress.add(ChildReading([.sequence(16), .sequence(199), .over]), good)
    XCTAssertEqual(progress.report.findings.map(\.rule.number), [8])
    XCTAssertEqual(progress.report.findings.first?.history, [])
  }

  func testTwoSequencesThatTrapAreEnough() {
    var progress = start()
    progress.add(ChildReading(allHeld + [.sequence(0)]), trap)
    XCTAssertFalse(progress.isOver)
    progress.add(ChildReading([.sequence(1)]), trap)
    XCTAssert(progress.isOver)
    XCTAssertEqual(
      generatedLine(progress.report),
      "generated cases: 2 of 200 sequences from seed 1, sequence 1 traps, sequence 2 traps")
  }

  func testATrapWhileShrinkingKeepsWhatWasFound() {
    let finding = Finding(
      rule: .rule05, expected: "this", seen: "that", history: [], offendingLine: nil,
      isConsequence: false, reproduction: "moves")
    var progress = start()
    progress.add(
      ChildReading(allHeld + [.sequence(4), .generated(5, .init(finding)), .shrinking]), trap)
    XCTAssertEqual(progress.nextSequence, 5)
    progress.add(ChildReading([.sequence(5), .sequence(199), .over]), good)
    XCTAssertEqual(progress.report.findings.map(\.reproduction), ["moves"])
    XCTAssertEqual(
      generatedLine(progress.report),
      "generated cases: 200 sequences from seed 1, broken: rule 5")
  }

  func testATrapOfWhichNoRuleCanTellIsTold() {
    var progress = start()
    progress.add(ChildReading(allHeld(but: [8]) + [.sequence(0)]), trap)
    progress.add(ChildReading([.sequence(1), .sequence(199), .over]), good)
    XCTAssertEqual(progress.report.findings.count, 0)
    XCTAssertEqual(
      progress.report.generated, "generated cases: 200 sequences from seed 1, sequence 1 traps")
    XCTAssertEqual(
      progress.report.badEnding,
      "sequence 1 traps: it traps (Fatal error: no)\n"
        + reproduction(of: progress.cases.sequences[0]))
  }

  func testAHangOfWhichNoRuleCanTellIsTold() throws {
    let hang: [Journal.Entry] = [
      .sequence(3), .hang(3, seen: "it waits", []), .sequence(199), .over,
    ]
    var progress = start()
    progress.add(ChildReading(allHeld(but: [2, 12]) + hang), good)
    XCTAssertEqual(progress.report.findings.map(\.rule.number), [33])
    XCTAssertNil(progress.report.badEnding)
    progress = start()
    progress.add(ChildReading(allHeld(but: [2, 12, 33]) + hang), good)
    XCTAssertEqual(progress.report.findings.count, 0)
    let text = try XCTUnwrap(progress.report.badEnding)
    XCTAssert(text.hasPrefix("sequence 4 hangs: it waits\n"), text)
  }

  func testAProcessThatIsKilledBreaksNoRule() {
    let kill = ChildEnding(status: SIGKILL, wasSignalled: true, error: "")
    let reason = "its process was killed, as it took too long"
    var progress = start()
    progress.add(ChildReading(allHeld(but: []) + [.sequence(7)]), kill)
    XCTAssertTrue(progress.isOver)
    XCTAssertEqual(progress.report.findings.count, 0)
    XCTAssertEqual(progress.report.badEnding, reason)
    progress = start()
    progress.add(ChildReading([.rule(1), .held, .rule(2)]), kill)
    XCTAssertEqual(progress.report.held, [1])
    XCTAssertEqual(Set(progress.report.results.compactMap(\.reason)), [reason])
  }

  func testABadEndingHidesNoSequence() {
    var progress = start()
    progress.add(ChildReading(allHeld(but: [8]) + [.sequence(0)]), trap)
    progress.add(ChildReading([.sequence(199), .over]), trap)
    let text = progress.report.badEnding
    XCTAssertEqual(text?.contains("its process ended with signal 4"), true)
    XCTAssertEqual(text?.contains("sequence 1 traps: "), true)
  }

  func testAProcessThatTellsNothingMore() {
    var progress = start()
    progress.add(ChildReading(allHeld), trap)
    XCTAssertFalse(progress.isOver)
    progress.add(ChildReading([]), trap)
    XCTAssert(progress.isOver)
    XCTAssertEqual(
      progress.report.badEnding, "its process did not come to the check of Relay")
    XCTAssertEqual(progress.report.held, Rule.all.map(\.number))
  }
}
