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

  private func message(_ arguments: String...) -> String? {
    do {
      try ChapterCommand.parse(arguments).run(chapter)
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
      message("--benchmark", "--only", "one"),
      "--benchmark runs no example: leave out --instant and --only.")
  }

  func testAChapterWithoutABenchmarkSaysSo() {
    XCTAssertEqual(message("--benchmark"), "Chapter7 has no benchmark.")
  }
}
