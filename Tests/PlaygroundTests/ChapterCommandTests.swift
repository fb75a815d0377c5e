import ArgumentParser
import Foundation
import XCTest

@testable import Playground

final class ChapterCommandTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("chapter-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: folder)
  }

  private var chapter: Chapter {
    Chapter(
      7, "A test",
      examples: [
        Example("one", "the first", length: 1) { $0.log("hello") },
        Example("two", "the second", length: 1) { $0.log("goodbye") },
      ], file: folder.appendingPathComponent("Lesson.swift").path)
  }

  private func record(_ lines: String...) throws {
    try lines.joined(separator: "\n").write(
      to: chapter.expectedLog, atomically: true, encoding: .utf8)
  }

  private func message(_ arguments: String..., of chapter: Chapter? = nil) -> String? {
    do {
      try ChapterCommand.parse(arguments).run(chapter ?? self.chapter)
      return nil
    } catch {
      return ChapterCommand.message(for: error)
    }
  }

  func testCheckPassesWhereTheLogAgrees() throws {
    try record(
      "Chapter 7: A test", "", "== one: the first ==", "+0.000s: hello", "",
      "== two: the second ==", "+0.000s: goodbye", "")
    XCTAssertNil(message("--check"))
    XCTAssertNil(message("--check", "--only", "two"))
    XCTAssertNil(message("--check", "--only", "one"))
  }

  func testCheckOverlooksLineEndingsAndTrailingSpacesOnly() throws {
    try record(
      "Chapter 7: A test\r", "", "== one: the first ==   ", "+0.000s: hello", " \t",
      "== two: the second ==", "+0.000s: goodbye\r")
    XCTAssertNil(message("--check"))
    try record(
      "Chapter 7: A test", "", "== one: the first ==", "+0.000s:  hello", "",
      "== two: the second ==", "+0.000s: goodbye")
    XCTAssertNotNil(message("--check"))
    XCTAssertNil(message("--check", "--only", "two"))
  }

  func testCheckFailsWhereTheLogDiffers() throws {
    try record("Chapter 7: A test", "", "== one: the first ==", "+0.000s: hallo")
    XCTAssertEqual(
      message("--check"),
      """
      Chapter7 does not print what its expected.log says (- expected, + actual). \
      Where the new text is right: \
      RECORD_TRANSCRIPTS=1 swift test --filter Chapter7Tests.TranscriptTests
      """)
  }

  func testAMissingLogSaysHowToRecordIt() {
    XCTAssertEqual(
      message("--check"),
      """
      there is no \(folder.path)/expected.log to compare with. \
      Record it with: RECORD_TRANSCRIPTS=1 swift test --filter Chapter7Tests.TranscriptTests
      """)
  }

  func testAnUnreadableLogSaysWhyAndHowToRecordIt() throws {
    try Data([0xff, 0xfe, 0xff]).write(to: chapter.expectedLog)
    let message = try XCTUnwrap(message("--check"))
    XCTAssert(message.hasPrefix("can't read \(folder.path)/expected.log: "), message)
    XCTAssert(
      message.hasSuffix(
        "Record it with: RECORD_TRANSCRIPTS=1 swift test --filter Chapter7Tests.TranscriptTests"),
      message)
  }

  func testAnUnknownExampleSaysWhichThereAre() {
    XCTAssertEqual(
      message("--only", "three"), "Chapter 7 has no example \"three\". It has: one, two.")
  }

  func testAnUnknownOptionIsNamed() throws {
    let message = try XCTUnwrap(message("--loud"))
    XCTAssert(message.hasPrefix("Unknown option '--loud'"), message)
  }

  func testModesExcludeEachOther() {
    XCTAssertEqual(
      message("--check", "--list"), "--check and --list exclude each other: choose one.")
    XCTAssertEqual(
      message("--svg", "a", "--marbles"), "--marbles and --svg exclude each other: choose one.")
    XCTAssertEqual(
      message("--benchmark", "--only", "one"),
      "--benchmark runs no example: leave out --instant and --only.")
  }

  // MARK: Marble diagrams

  /// A chapter with an example that is drawn and one that has another tick and window.
  private func drawn(
    tick: VirtualTime.Stride? = 1, window: ClosedRange<VirtualTime.Stride>? = nil
  ) -> Chapter {
    let record: @Sendable (Stage) throws -> Void = { stage in
      stage.transcript.record(.subscription("S"), timeline: "a")
      try stage.wait(0.5)
      stage.transcript.record(.finished, timeline: "a")
    }
    return Chapter(
      7, "A test",
      examples: [
        Example("one", "the first", length: 1, tick: 0.5, showsDemand: true, body: record),
        Example("two", "the second", length: 1, tick: tick, window: window, body: record),
      ])
  }

  private var target: String { folder.appendingPathComponent("a/b").path }

  private func written() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: target).sorted()) ?? []
  }

  func testADiagramFollowsTheTranscriptOfAnExampleThatHasATick() throws {
    var lines: [String] = []
    let chapter = drawn(tick: nil)
    try chapter.run(chapter.examples, pace: .instant, marbles: true) { lines.append($0) }
    XCTAssertEqual(
      lines,
      [
        "Chapter 7: A test", "", "== one: the first ==", "+0.000s: a: receive subscription: (S)",
        "+0.500s: a: receive finished", "",
        "tick 0.5s  0   0.5 1\na          ^---|\n  demand", "",
        "== two: the second ==", "+0.000s: a: receive subscription: (S)",
        "+0.500s: a: receive finished",
      ])
  }

  func testPicturesAreWrittenIntoAFolderThatIsMadeForThem() throws {
    XCTAssertNil(message("--svg", target, of: drawn(tick: 0.25)))
    XCTAssertEqual(written(), ["Chapter7-one.svg", "Chapter7-two.svg"])
    let svg = try String(contentsOfFile: target + "/Chapter7-two.svg", encoding: .utf8)
    XCTAssert(svg.contains("<title>two: the second</title>"), svg)
  }

  func testOnlyTheExamplesThatAreNamedAndHaveATickAreDrawn() throws {
    XCTAssertNil(message("--svg", target, of: drawn(tick: nil)))
    XCTAssertEqual(written(), ["Chapter7-one.svg"])
    XCTAssertNil(message("--svg", target, "--only", "two", of: drawn(tick: 0.5)))
    XCTAssertEqual(written(), ["Chapter7-one.svg", "Chapter7-two.svg"])
    XCTAssertEqual(
      message("--svg", target, "--only", "two", of: drawn(tick: nil)),
      "none of these examples has a picture: an example needs a tick for one.")
  }

  func testWhereAnExampleCannotBeDrawnNothingIsWritten() {
    XCTAssertEqual(
      message("--svg", target, of: drawn(tick: 1)),
      """
      the example "two" can't be drawn: "+0.500s: a: receive finished" is off the tick: there is a \
      cell every 1.000s from 0.000s, and none at 0.500s
      """)
    XCTAssertEqual(
      message("--svg", target, of: drawn(tick: 0.5, window: 0.75...1)),
      """
      the example "two" can't be drawn: nothing happens from 0.750s to 1.000s: give it another window
      """)
    XCTAssertFalse(FileManager.default.fileExists(atPath: target))
  }

  func testAFolderThatCannotBeWrittenIsAnErrorAndLeavesNothingBehind() throws {
    let file = folder.appendingPathComponent("file")
    try Data().write(to: file)
    let error = try XCTUnwrap(message("--svg", file.path, of: drawn(tick: 0.5)))
    XCTAssert(error.hasPrefix("can't write the pictures into \(file.path) ("), error)
    XCTAssert(error.hasSuffix("). Name a folder that you can write."), error)

    // The second picture's place is taken by a folder with something in it.
    try FileManager.default.createDirectory(
      atPath: target + "/Chapter7-two.svg/full", withIntermediateDirectories: true)
    XCTAssertNotNil(message("--svg", target, of: drawn(tick: 0.5)))
    XCTAssertEqual(written(), ["Chapter7-two.svg"])
  }

  func testAPictureWantsAFolderAndATick() {
    XCTAssertEqual(message("--svg", ""), "--svg wants the name of a folder.")
    let noPicture = "none of these examples has a picture: an example needs a tick for one."
    XCTAssertEqual(message("--marbles"), noPicture)
    XCTAssertEqual(message("--svg", folder.path), noPicture)
  }

  func testAChapterWithoutABenchmarkSaysSo() {
    XCTAssertEqual(message("--benchmark"), "Chapter7 has no benchmark.")
  }
}
