import Foundation
import TestSupport
import XCTest

/// Every listing in the pages stands in the file that the link above it names.
final class ListingTests: XCTestCase {
  func testListingsStandInTheirSources() throws {
    for page in try pages() {
      for listing in Listing.all(in: try text(of: page)) where listing.kind != "sh" {
        let place = "\(page.lastPathComponent):\(listing.line)"
        guard ["swift", "text"].contains(listing.kind) else {
          XCTFail("\(place): a listing is swift, text or sh, and not '\(listing.kind)'")
          continue
        }
        guard let source = listing.source else {
          XCTFail("\(place): a \(listing.kind) listing needs a link to its file above it")
          continue
        }
        let url = page.deletingLastPathComponent().appendingPathComponent(source).standardized
        guard let file = try? text(of: url) else {
          XCTFail("\(place): there is no \(source)")
          continue
        }
        XCTAssert(
          contains(listing.lines, in: file),
          "\(place): these lines do not stand in \(source):\n"
            + listing.lines.joined(separator: "\n"))
      }
    }
  }

  func testLinksLeadSomewhere() throws {
    for page in try pages() {
      for link in links(in: try text(of: page)) where !link.contains("://") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target =
          parts[0].isEmpty
          ? page
          : page.deletingLastPathComponent().appendingPathComponent(String(parts[0]))
            .standardized
        guard let file = FileManager.default.fileExists(atPath: target.path) ? target : nil else {
          XCTFail("\(page.lastPathComponent): there is no \(link)")
          continue
        }
        if parts.count == 2 {
          let anchors = anchors(in: try text(of: file))
          XCTAssert(
            anchors.contains(String(parts[1])),
            "\(page.lastPathComponent): \(file.lastPathComponent) has no heading #\(parts[1])")
        }
      }
    }
  }

  func testTheContractHasAnAnchorForEachRule() throws {
    let anchors = anchors(
      in: try text(of: packageFolder.appendingPathComponent("docs/Contract.md")))
    XCTAssertEqual(
      anchors.filter { $0.hasPrefix("rule-") }, (1...39).map { "rule-\($0)" })
  }

  func testEveryChapterHasAPageAndALineInTheReadme() throws {
    let readme = try text(of: packageFolder.appendingPathComponent("README.md"))
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: packageFolder.appendingPathComponent("Chapters").path)
    for chapter in folders.filter({ $0.hasPrefix("Chapter") }) {
      XCTAssert(readme.contains("docs/\(chapter).md"), chapter)
    }
  }

  // MARK: The check itself

  func testAListingKnowsItsKindItsLinesAndItsSource() {
    let listings = Listing.all(
      in: """
        From [a file](../a.swift):

        ```swift
        let a = 1

        let b = 2
        ```
        ```sh
        swift test
        ```
        """)
    XCTAssertEqual(
      listings,
      [
        Listing(
          kind: "swift", source: "../a.swift", lines: ["let a = 1", "", "let b = 2"], line: 3),
        Listing(kind: "sh", source: nil, lines: ["swift test"], line: 8),
      ])
  }

  func testLinesAreFoundWhateverTheirIndentation() {
    let file = "struct A {\n  let a = 1\n\n  func b() {\n    c()\n  }\n}\n"
    XCTAssert(contains(["let a = 1"], in: file))
    XCTAssert(contains(["func b() {", "  c()", "}"], in: file))
    XCTAssertFalse(contains(["func b() {", "c()", "}"], in: file))
    XCTAssertFalse(contains(["let a = 1", "func b() {"], in: file))
    XCTAssertFalse(contains(["let a = 2"], in: file))
    XCTAssertFalse(contains([], in: file))
  }
}

private struct Listing: Equatable {
  let kind: String
  /// The target of the last link in the paragraph above.
  let source: String?
  let lines: [String]
  let line: Int

  static func all(in page: String) -> [Listing] {
    var listings: [Listing] = []
    var above = ""
    var open: (kind: String, line: Int, lines: [String])?
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() {
      let line = open == nil ? line.trimmingCharacters(in: .whitespaces) : line
      if line.trimmingCharacters(in: .whitespaces).hasPrefix("```") {
        if let listing = open {
          listings.append(
            Listing(
              kind: listing.kind, source: links(in: above).last, lines: listing.lines,
              line: listing.line))
          (open, above) = (nil, "")
        } else {
          open = (String(line.dropFirst(3)), index + 1, [])
        }
      } else if open != nil {
        open?.lines.append(line)
      } else if !line.isEmpty {
        above = index > 0 && lines[index - 1].isEmpty ? line : above + "\n" + line
      }
    }
    return listings
  }
}

private func pages() throws -> [URL] {
  let docs = packageFolder.appendingPathComponent("docs")
  return try FileManager.default.contentsOfDirectory(atPath: docs.path).sorted()
    .filter { $0.hasSuffix(".md") }.map(docs.appendingPathComponent)
    + [packageFolder.appendingPathComponent("README.md")]
}

private func text(of url: URL) throws -> String {
  try String(contentsOf: url, encoding: .utf8)
}

private func links(in text: String) -> [String] {
  text.matches(of: /\]\(([^()\s]+)\)/).map { String($0.1) }
}

/// The anchors of a page's headings.
private func anchors(in page: String) -> [String] {
  var isInListing = false
  let headings = page.split(separator: "\n").filter { line in
    if line.hasPrefix("```") { isInListing.toggle() }
    return !isInListing && line.hasPrefix("#")
  }
  return headings.map { heading in
    heading.drop { $0 == "#" || $0 == " " }.lowercased()
      .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
      .replacingOccurrences(of: " ", with: "-")
  }
}

/// Whether lines stand one after the other in a file, all indented by the same amount more.
private func contains(_ lines: [String], in file: String) -> Bool {
  guard let first = lines.first else { return false }
  let file = file.split(separator: "\n", omittingEmptySubsequences: false)
  return file.indices.contains { start in
    guard start + lines.count <= file.count, file[start].hasSuffix(first) else { return false }
    let indentation = file[start].dropLast(first.count)
    guard indentation.allSatisfy({ $0 == " " }) else { return false }
    return zip(lines, file[start...]).allSatisfy { line, there in
      line.isEmpty ? there.isEmpty : there == indentation + line
    }
  }
}
