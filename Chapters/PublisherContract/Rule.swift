/// One promise of the publisher contract: its text, and how it is checked.
///
/// docs/Contract.md is written from these: after a change run
/// `RECORD_TRANSCRIPTS=1 swift test --filter PublisherContractTests.PageTests`, which writes it and
/// fails on purpose, and read the difference.
public struct Rule: Sendable {
  /// A kind of type that keeps rules.
  public enum Kind: String, CaseIterable, Sendable {
    /// A type that makes values of its own.
    case publisher
    /// A type that subscribes to an upstream and publishes to a downstream.
    case `operator`
    /// A publisher that is fed by calls of `send`.
    case subject
    /// A type at the end of a pipeline.
    case subscriber
  }

  /// Its place in the list, from 1 on.
  public let number: Int
  /// The promise.
  public let sentence: String
  /// The kinds that keep it.
  let applies: Set<Kind>
  /// The numbers of its counterparts in Reactive Streams 1.0.4.
  let reactiveStreams: [String]
  /// What usually breaks it. Markdown, with links inside docs/Contract.md.
  let cause: String
  /// What keeps it. Markdown, with links inside docs/Contract.md.
  let mend: String
  let check: Check
  let mutants: [Mutant]
  /// The calls that may trap, where it is about those.
  let mayTrap: LastCall?
  /// The calls that may hang, where it is about those.
  let mayHang: LastCall?

  init(
    _ number: Int, applies: Set<Kind>, reactiveStreams: [String] = [], sentence: String,
    cause: String, mend: String, mayTrap: LastCall? = nil, mayHang: LastCall? = nil,
    check: @escaping Check,
    mutants: [Mutant] = []
  ) {
    self.number = number
    self.applies = applies
    self.reactiveStreams = reactiveStreams
    self.sentence = oneLine(sentence)
    self.cause = oneLine(cause)
    self.mend = oneLine(mend)
    self.check = check
    self.mutants = mutants
    self.mayTrap = mayTrap
    self.mayHang = mayHang
  }

  /// Where it is explained.
  public var anchor: String { "docs/Contract.md#rule-\(number)" }

  /// The kinds that keep it and its counterparts, as a sentence or two.
  var scope: String {
    let kinds = Kind.allCases.filter(applies.contains).map { "\($0.rawValue)s" }
    let counterparts =
      reactiveStreams.isEmpty
      ? "" : " Reactive Streams \(reactiveStreams.joined(separator: ", "))."
    return "Applies to: \(kinds.joined(separator: ", ")).\(counterparts)"
  }

  /// The numbers of those about demand.
  static let aboutDemand = 5...14

  /// All rules, in the order of their numbers.
  public static let all: [Rule] = [
    rule01, rule02, rule03, rule04, rule05, rule06, rule07, rule08, rule09, rule10, rule11, rule12,
    rule13, rule14, rule15, rule16, rule17, rule18, rule19, rule20, rule21, rule22, rule23, rule24,
    rule25, rule26, rule27, rule28, rule29, rule30, rule31, rule32, rule33, rule34, rule35, rule36,
    rule37, rule38, rule39,
  ]
}

/// A text as it reads outside the page: a link into the page becomes the rule it leads to.
func plainText(_ markdown: String) -> String {
  markdown
    .replacing(/\[(\d+)\]\(#rule-\d+\)/) { "rule \($0.1)" }
    .replacing(/\[([^\]]+)\]\(#rule-\d+\)/) { "\($0.1)" }
}

private func oneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
