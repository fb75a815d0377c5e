import Foundation
import Playground
import XCTest

/// Compares a text with a file of the package, and fails with the differences.
///
/// With `RECORD_TRANSCRIPTS=1` it writes the file instead, and fails, so that a recording can't
/// pass for a test.
public func assertMatches(
  _ text: String, file url: URL, file: StaticString = #filePath, line: UInt = #line
) throws {
  if ProcessInfo.processInfo.environment["RECORD_TRANSCRIPTS"] == "1" {
    try Data(text.utf8).write(to: url)
    XCTFail(
      "recorded \(url.lastPathComponent): read it, then test without RECORD_TRANSCRIPTS",
      file: file, line: line)
    return
  }
  guard let expected = try? String(contentsOf: url, encoding: .utf8) else {
    XCTFail(
      "can't read \(url.path); record it with RECORD_TRANSCRIPTS=1 swift test",
      file: file, line: line)
    return
  }
  if let difference = lineDiff(
    expected: normalizedLines(expected), actual: normalizedLines(text))
  {
    XCTFail(
      "\(url.lastPathComponent) differs (- expected, + actual):\n\(difference)",
      file: file, line: line)
  }
}

/// Runs a chapter's built program in virtual time and compares what it prints with its log.
public func assertPrintsExpectedLog(
  _ chapter: Chapter, file: StaticString = #filePath, line: UInt = #line
) throws {
  let run = try ChildProcess.run(builtExecutable("Chapter\(chapter.number)"), ["--instant"])
  guard run.status == 0, run.error.isEmpty else {
    return XCTFail("it ended with \(run.status):\n\(run.error)", file: file, line: line)
  }
  try assertMatches(run.output, file: chapter.expectedLog, file: file, line: line)
}

/// Checks what every chapter promises of its examples.
///
/// - Parameters:
///   - chapter: The chapter.
///   - notDrawn: The examples that have time in them, and no picture, each with the reason.
public func assertExamplesAreInOrder(
  _ chapter: Chapter, notDrawn: [String: String] = [:], file: StaticString = #filePath,
  line: UInt = #line
) {
  let names = chapter.examples.map(\.name)
  XCTAssertEqual(names.count, Set(names).count, "two share a name", file: file, line: line)
  for example in chapter.examples {
    let isDrawn = example.tick != nil || example.length == 0
    XCTAssertNotEqual(
      isDrawn, notDrawn[example.name] != nil,
      "\(example.name) \(isDrawn ? "has a picture" : "has time in it, and no picture")",
      file: file, line: line)
    XCTAssertLessThanOrEqual(
      example.length, 15, "\(example.name) is too long to watch", file: file, line: line)
  }
}
