/// What the checker found out about one thing: a result for each rule.
public struct ContractReport: Sendable, CustomStringConvertible {
  /// What became of one rule.
  public enum Result: Sendable {
    /// The check brought about what the rule speaks of, and saw nothing wrong.
    case held
    /// Something wrong was seen.
    case broken(Finding)
    /// The thing is known to break the rule, for a reason.
    case exempt(String)
    /// The rule says nothing about this thing, for a reason.
    case notApplicable(String)
    /// The check could not bring about what the rule speaks of, for a reason.
    case notExercised(String)
  }

  /// How the thing is called.
  public let name: String
  /// What kind of thing it is.
  public let kind: Rule.Kind
  /// The results of the rules, in the order of `Rule.all`.
  public let results: [Result]
  /// Whether it was checked in real time.
  var isRealTime = false
  /// How often each race was run, and with which seed.
  var races: String?
  /// What the generated cases came to.
  var generated: String?
  /// What was wrong when the process ended that had checked all, or which generated sequence traps
  /// or hangs where the rules about that are exempt.
  public internal(set) var badEnding: String?

  /// The broken rules in the order of their numbers: those that their own checks found first, then
  /// those that generated cases found, then those that a trap or a hang broke that another rule is
  /// about.
  public var findings: [Finding] {
    let findings = results.compactMap { result -> Finding? in
      if case .broken(let finding) = result { finding } else { nil }
    }
    let direct = findings.filter { !$0.isConsequence }
    return direct.filter { $0.reproduction == nil } + direct.filter { $0.reproduction != nil }
      + findings.filter(\.isConsequence)
  }

  /// The numbers of the rules that were checked and held.
  public var held: [Int] {
    zip(Rule.all, results).compactMap { rule, result in
      if case .held = result { rule.number } else { nil }
    }
  }

  /// The report: a summary, each finding, and a line for each rule.
  public var text: String {
    let hasCause = findings.contains { !$0.isConsequence }
    let paragraphs = findings.map { $0.text(isBehindItsCause: hasCause && $0.isConsequence) }
    return ([summary] + paragraphs + [table] + [races, generated, badEnding].compactMap { $0 })
      .joined(separator: "\n\n")
  }

  public var description: String { text }

  private var summary: String {
    let titles = results.map { $0.title }
    let counts = Result.titles.compactMap { title -> String? in
      let count = titles.filter { $0 == title }.count
      return count == 0 ? nil : "\(count) \(title)"
    }
    let time = isRealTime ? " in real time" : ""
    return "\(name), \(kind.rawValue)\(time): \(counts.joined(separator: ", "))"
  }

  private var table: String {
    zip(Rule.all, results).map { rule, result in
      "rule \(rule.number): \(result.title)\(result.reason.map { ": \($0)" } ?? "")"
    }.joined(separator: "\n")
  }
}

extension ContractReport.Result {
  static let titles = [
    "held", "broken", "exempt", "not applicable", "not exercised",
  ]

  var title: String {
    switch self {
    case .held: Self.titles[0]
    case .broken: Self.titles[1]
    case .exempt: Self.titles[2]
    case .notApplicable: Self.titles[3]
    case .notExercised: Self.titles[4]
    }
  }

  var reason: String? {
    switch self {
    case .held: nil
    case .broken(let finding): finding.seen
    case .exempt(let reason), .notApplicable(let reason), .notExercised(let reason): reason
    }
  }
}
