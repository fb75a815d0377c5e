import Foundation

extension Rule {
  /// The rule in a line of a list.
  public var line: String {
    let number = String(repeating: " ", count: number < 10 ? 1 : 0) + "\(number)"
    return "\(number)  " + wrapped(plainText(sentence), width: 96, indentation: "    ")
  }

  /// The rule with all that is known of it, and the source of what breaks it.
  public var explanation: String {
    let part =
      source.range(of: "// MARK: A mutant").map { source[$0.lowerBound...] }
      ?? source.range(of: "// MARK: Mutants").map { source[$0.lowerBound...] }
    let wrong = part.map {
      $0.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)[1]
        .trimmingCharacters(in: .newlines)
    }
    return """
      Rule \(number)
      \(wrapped(plainText(sentence)))

      \(wrapped(scope))

      The usual mistake:
      \(wrapped(plainText(cause)))

      What mends it:
      \(wrapped(plainText(mend)))

      What breaks it:
      \(mutants.map { wrapped("- \($0.name)", indentation: "  ") }.joined(separator: "\n"))

      \(wrong.map { "From \(file), on top of the correct types in\n\(references):\n\n\($0)" } ?? "")

      Read: \(anchor)
      """
  }

  private var references: String { "Chapters/PublisherContract/References" }

  private var file: String {
    "Chapters/PublisherContract/Rules/Rule\(number < 10 ? "0" : "")\(number).swift"
  }

  /// The text of the rule's own file, or nothing where the package has been moved.
  private var source: String {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Rules").appendingPathComponent(
        URL(fileURLWithPath: file).lastPathComponent)
    return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }
}
