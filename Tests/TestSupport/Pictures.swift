import Foundation
import Playground
import XCTest

/// Compares a chapter's marble diagrams with its `marbles.log`, the pictures in `docs/pictures` and
/// the folded texts on its page.
///
/// With `RECORD_TRANSCRIPTS=1` it writes them all, and fails.
///
/// - Parameters:
///   - chapter: The chapter.
///   - others: The pictures of the chapter that are no example's, and compared by another test.
public func assertPicturesAreShown(
  _ chapter: Chapter, others: Set<String> = [], file: StaticString = #filePath, line: UInt = #line
) throws {
  let log = chapter.expectedLog.deletingLastPathComponent().appendingPathComponent("marbles.log")
  try assertMatches(chapter.drawings(), file: log, file: file, line: line)

  let pictures = try chapter.pictures(of: chapter.examples)
  try assertWritesPictures(chapter, pictures.map(\.fileName), others, file: file, line: line)

  let url = packageFolder.appendingPathComponent("docs/Chapter\(chapter.number).md")
  var page = try String(contentsOf: url, encoding: .utf8)
  for picture in pictures {
    guard let listing = listing(below: "](pictures/\(picture.fileName))", in: page) else {
      return XCTFail(
        """
        \(url.lastPathComponent) wants ![…](pictures/\(picture.fileName)) and below it a text \
        listing, folded: <details>, a summary, a blank line, the listing, a blank line, </details>
        """,
        file: file, line: line)
    }
    page.replaceSubrange(listing, with: picture.diagram.text)
  }
  try assertMatches(page, file: url, file: file, line: line)
}

/// Compares what the built program writes with `--svg` with `docs/pictures`.
private func assertWritesPictures(
  _ chapter: Chapter, _ names: [String], _ others: Set<String>, file: StaticString, line: UInt
) throws {
  let manager = FileManager.default
  let docs = packageFolder.appendingPathComponent("docs/pictures")
  try manager.createDirectory(at: docs, withIntermediateDirectories: true)
  let folder = manager.temporaryDirectory.appendingPathComponent("svg-\(UUID().uuidString)")
  defer { try? manager.removeItem(at: folder) }
  let run = try ChildProcess.run(
    builtExecutable("Chapter\(chapter.number)"), ["--svg", folder.path])
  XCTAssertEqual(
    run.output, names.map { "\(folder.path)/\($0)\n" }.joined(), run.error, file: file, line: line)
  for name in names {
    let written = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    let kept = docs.appendingPathComponent(name)
    try assertMatches(written, file: kept, file: file, line: line)
    XCTAssertEqual(try? Data(contentsOf: kept), Data(written.utf8), name, file: file, line: line)
  }
  let kept = try manager.contentsOfDirectory(atPath: docs.path)
    .filter { $0.hasPrefix("Chapter\(chapter.number)-") }
  XCTAssertEqual(
    Set(kept).subtracting(names), others, "no example draws these", file: file, line: line)
}

/// The lines of the first text listing below a picture, if no other picture comes before it.
private func listing(below picture: String, in page: String) -> Range<String.Index>? {
  guard let picture = page.range(of: picture),
    let head = page.range(of: "```text\n", range: picture.upperBound..<page.endIndex),
    let end = page.range(of: "\n```", range: head.upperBound..<page.endIndex),
    page.range(of: "](pictures/", range: picture.upperBound..<head.lowerBound) == nil,
    case let between = page[picture.upperBound..<head.lowerBound],
    between.contains("\n\n<details>\n<summary>"), between.hasSuffix(":\n\n"),
    page[end.upperBound...].hasPrefix("\n\n</details>")
  else { return nil }
  return head.upperBound..<end.lowerBound
}
