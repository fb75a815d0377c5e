/// A rule that was broken, and everything that helps to find out why.
public struct Finding: Sendable {
  /// The rule that was broken.
  public let rule: Rule
  /// What the rule asks for in this case.
  public let expected: String
  /// What happened instead.
  public let seen: String
  /// What happened until then and after, in order.
  public let history: [History.Line]
  /// The place of the offending line, or nil where something is missing at the end.
  public let offendingLine: Int?
  /// Whether a trap or a hang broke it that another rule is about.
  let isConsequence: Bool
  /// Whether a check had to be given up, as it did not come back.
  var isHang = false
  /// The Swift that shows it, where a generated case did.
  public internal(set) var reproduction: String?

  /// The finding as a paragraph of a report.
  public var text: String { text(isBehindItsCause: false) }

  /// - Parameter isBehindItsCause: Whether another one is told before that a trap or hang comes from.
  func text(isBehindItsCause: Bool) -> String {
    let advice =
      isBehindItsCause
      ? "  usual mistake: What is told above: it traps or hangs here, too."
      : """
        usual mistake: \(plainText(rule.cause))
        mend: \(plainText(rule.mend))
      """
    return """
      rule \(rule.number) is broken: \(rule.sentence)
        expected: \(expected)
        seen: \(seen)
      \(historyText)\(marbles.map { "\n  as marbles:\n\($0)" } ?? "")\(reproductionText)
      \(advice)
        read: \(rule.anchor)
      """
  }

  private var reproductionText: String {
    guard let reproduction else { return "" }
    let lines = reproduction.split(separator: "\n").map { "\n    \($0)" }
    return "\n  to see it again:" + lines.joined()
  }

  /// The lines, the offending one marked, those far from it left out.
  private var historyText: String {
    let end = offendingLine ?? history.count
    let shown = history.indices.filter { $0 < 12 || abs($0 - end) <= 12 }
    var lines: [String] = []
    var next = 0
    for index in shown {
      if index > next { lines.append("    … \(index - next) more …") }
      lines.append("  \(index == offendingLine ? ">" : " ") \(history[index])")
      next = index + 1
    }
    if next < history.count { lines.append("    … \(history.count - next) more …") }
    return lines.joined(separator: "\n")
  }
}
