import Foundation

extension GeneratedCases {
  /// What the generated cases came to.
  struct Outcome {
    /// How many sequences were begun.
    var begun = 0
    /// The finding of each rule that one of them broke.
    var findings: [Int: Finding] = [:]
    /// The sequences that did not come to their end.
    var endings: [Ending] = []
  }

  /// The results of the rules' own checks, and where those broke nothing, what an outcome shows.
  ///
  /// - Parameters:
  ///   - checks: The results of the rules' own checks.
  ///   - outcome: What the generated cases came to.
  ///   - shortest: Looks for a shortest sequence that ends in the same way; called for each ending
  ///     that is told.
  /// - Returns: The results, and the first ending of which none of its rules can tell: those are
  ///   exempt, or say nothing about this thing.
  func results(
    of checks: [ContractReport.Result], adding outcome: Outcome,
    shortening shortest: (Outcome.Ending) -> Outcome.Ending
  ) -> (results: [ContractReport.Result], complaint: String?) {
    var results = checks
    var complaint: String?
    for finding in outcome.findings.values { add(finding, to: &results) }
    for ending in outcome.endings {
      let rules = ending.rules.filter { $0.applies.contains(thing.kind) }
      let isKnown = rules.contains {
        if case .broken = results[$0.number - 1] { true } else { false }
      }
      let rule = rules.first { results[$0.number - 1].isFree }
      guard !isKnown, rule != nil || complaint == nil else { continue }
      let ending = shortest(ending)
      let reproduction = reproduction(of: ending.moves ?? sequences[ending.sequence])
      guard let rule else {
        complaint = "\(ending.text): \(ending.seen)\n\(reproduction)"
        continue
      }
      let finding = Finding(
        rule: rule, expected: "every call returns", seen: ending.seen, history: ending.history,
        offendingLine: ending.history.indices.last, isConsequence: true,
        reproduction: reproduction)
      add(finding, to: &results)
    }
    return (results, complaint)
  }

  private func add(_ finding: Finding, to results: inout [ContractReport.Result]) {
    let index = finding.rule.number - 1
    if results[index].isFree { results[index] = .broken(finding) }
  }

  /// The outcome as a line of the report.
  func line(of outcome: Outcome) -> String {
    if let reasonForNone { return "generated cases: none, \(reasonForNone)" }
    if outcome.begun == 0 { return "generated cases: none was played" }
    let all = outcome.begun == effort.sequences
    let count = all ? "\(effort.sequences)" : "\(outcome.begun) of \(effort.sequences)"
    let broken = outcome.findings.keys.sorted().map { "rule \($0)" }
    let sum =
      broken.isEmpty
      ? outcome.endings.isEmpty ? ["nothing broken"] : []
      : ["broken: " + broken.joined(separator: ", ")]
    return
      (["generated cases: \(count) sequences from seed \(effort.seed)"]
      + outcome.endings.map(\.text) + sum)
      .joined(separator: ", ")
  }
}

extension ContractReport.Result {
  /// Whether a finding can take its place.
  fileprivate var isFree: Bool {
    switch self {
    case .broken, .exempt, .notApplicable: false
    case .held, .notExercised: true
    }
  }
}

extension GeneratedCases.Outcome {
  /// A sequence that did not come to its end.
  struct Ending {
    /// Its number, from 0 on.
    let sequence: Int
    /// Whether it traps; else it hangs.
    let traps: Bool
    let seen: String
    let history: [History.Line]
    /// A shortest sequence that ends in this way, once it is looked for.
    var moves: [Move]?

    /// The sequence of a number hung, in a trial.
    static func hang(_ number: Int, in trial: Trial, limit: TimeInterval) -> Self {
      Self(
        sequence: number, traps: false,
        seen: "the last call of this history did not return within \(limit) s",
        history: trial.latestHistory?.lines ?? [])
    }

    /// The rules about such, the most likely one first.
    var rules: [Rule] { (traps ? [8, 9] : [33, 12, 2]).map { Rule.all[$0 - 1] } }

    var text: String { "sequence \(sequence + 1) \(traps ? "traps" : "hangs")" }
  }

  /// Keeps a finding in place of an earlier one of the same rule.
  mutating func add(_ finding: Finding, to journal: Journal? = nil) {
    findings[finding.rule.number] = finding
    journal?.write(.generated(finding.rule.number, .init(finding)))
  }

  /// Adds what another process found in the sequences behind these.
  mutating func add(_ later: Self) {
    begun = max(begun, later.begun)
    endings += later.endings
    findings.merge(later.findings) { earlier, _ in earlier }
  }
}
