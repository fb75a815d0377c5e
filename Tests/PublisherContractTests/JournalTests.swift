import Foundation
import XCTest

@testable import PublisherContract

/// What a process wrote down before it ended is read again.
final class JournalTests: XCTestCase {
  private func line(_ text: String) -> Journal.Entry {
    .line(
      .init(
        History.Line(
          time: .init(nanoseconds: 0), probe: "a", kind: .value, text: text, owed: 0, event: nil)))
  }

  private func contents(of entries: [Journal.Entry]) throws -> Data {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let journal = try Journal(file)
    for entry in entries { journal.write(entry) }
    return try Data(contentsOf: file)
  }

  func testOfTheLinesOnlyThoseOfTheLatestSceneAreRead() throws {
    let all = try contents(of: [
      .rule(1), .scene, line("1"), .held, .rule(2), .scene, line("2"), .scene, line("3"), line("4"),
    ])
    let reading = ChildReading(Journal.entries(of: all))
    XCTAssertEqual(reading.lines.map(\.text), ["3", "4"])
    XCTAssertEqual(reading.results.map(\.title), ["held"])
    XCTAssertEqual(reading.openRule?.number, 2)
    XCTAssertEqual(Journal.entries(of: all).count, 8)
  }

  func testAnEntryThatWasCutOffIsLeftOut() throws {
    let all = try contents(of: [.rule(1), .scene, line("1"), line("2")])
    let reading = ChildReading(Journal.entries(of: all.dropLast(5)))
    XCTAssertEqual(reading.lines.map(\.text), ["1"])
    XCTAssertEqual(reading.openRule?.number, 1)
  }

  func testALineStandsForTheManyBehindIt() throws {
    let many = try contents(of: [.rule(1), .scene] + (1...300).map { line("\($0)") })
    let texts = ChildReading(Journal.entries(of: many)).lines.map(\.text)
    XCTAssertEqual(texts.count, 200)
    XCTAssertEqual(texts.suffix(2), ["199", "more that is not written down"])
  }

  func testWhatIsGivenUpWritesNothingMore() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let trial = Trial(.subject("Relay") { Relay() }, effort: Effort(), journal: try Journal(file))
    let scene = trial.scene()
    trial.giveUp()
    scene.subscribe(first: .unlimited)
    _ = trial.scene()
    XCTAssertEqual(Journal.entries(of: try Data(contentsOf: file)).count, 1)
  }

  func testOneWithoutAScene() throws {
    let all = try contents(of: [.rule(1), line("1")])
    XCTAssertEqual(ChildReading(Journal.entries(of: all)).lines.map(\.text), ["1"])
    XCTAssertEqual(Journal.entries(of: Data()).count, 0)
  }
}
