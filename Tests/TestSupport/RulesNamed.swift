import Foundation

/// The rules to which a section of a chapter's page links.
///
/// - Parameters:
///   - page: The name of the page in `docs`, without its ending.
///   - heading: The section's heading.
/// - Throws: Where the page can't be read, or has no such section.
public func rulesNamed(onPage page: String, under heading: String) throws -> Set<Int> {
  let url = packageFolder.appendingPathComponent("docs/\(page).md")
  let sections = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n## ")
  guard let section = sections.first(where: { $0.hasPrefix(heading + "\n") }) else {
    throw MissingSection(page: page, heading: heading)
  }
  let links = section.components(separatedBy: "(Contract.md#rule-").dropFirst()
  return Set(links.compactMap { Int($0.prefix { $0 != ")" }) })
}

private struct MissingSection: Error, CustomStringConvertible {
  let page: String
  let heading: String

  var description: String { "docs/\(page).md has no section \"\(heading)\"" }
}
