import Foundation
import Playground

/// What a check in a process of its own tells the process that started it: a file of entries, one a
/// line, each written as it happens, so that a trap loses none.
final class Journal: @unchecked Sendable {
  enum Entry: Codable {
    /// The check of a rule begins.
    case rule(Int)
    /// A scene begins.
    case scene
    case line(Line)
    /// The check of the rule is over.
    case held
    case broken(Breach)
    case notApplicable(String)
    case notExercised(String)
    case exempt(String)
    /// A generated sequence begins.
    case sequence(Int)
    /// A rule is broken by the sequence, or by a shorter one.
    case generated(Int, Breach)
    /// Shorter sequences are tried.
    case shrinking
    /// The sequence does not come to its end.
    case hang(Int, seen: String, [Line])
    /// A shorter sequence begins, of one that traps or hangs.
    case trying
    /// Whether that ends in the same way.
    case answer(Bool)
    /// All is checked.
    case over
  }

  /// A finding without its rule.
  struct Breach: Codable {
    let expected: String
    let seen: String
    let history: [Line]
    let line: Int?
    let isConsequence: Bool
    let reproduction: String?

    init(_ finding: Finding) {
      expected = finding.expected
      seen = finding.seen
      history = finding.history.map(Line.init)
      line = finding.offendingLine
      isConsequence = finding.isConsequence
      reproduction = finding.reproduction
    }

    func finding(of rule: Rule) -> Finding {
      Finding(
        rule: rule, expected: expected, seen: seen, history: history.map(\.line),
        offendingLine: line, isConsequence: isConsequence, reproduction: reproduction)
    }
  }

  /// A line of a history.
  struct Line: Codable {
    let nanoseconds: Int64
    let probe: String
    let kind: History.Line.Kind
    let text: String
    let owed: Int?
    let event: Transcript.Event?

    init(_ line: History.Line) {
      nanoseconds = line.time.nanoseconds
      probe = line.probe
      kind = line.kind
      text = line.text
      owed = line.owed
      event = line.event
    }

    /// A line in place of itself and of all that follow.
    var standingForMore: Line {
      Line(
        History.Line(
          time: line.time, probe: probe, kind: .action, text: "more that is not written down",
          owed: nil, event: nil))
    }

    var line: History.Line {
      History.Line(
        time: VirtualTime(nanoseconds: nanoseconds), probe: probe, kind: kind, text: text,
        owed: owed, event: event)
    }
  }

  /// The most lines of a scene that are written before its end.
  private static let mostLines = 200

  private let lock = NSLock()  // guards everything below, and keeps entries in order
  private let file: FileHandle
  private var lineCount = 0

  init(_ url: URL) throws {
    file = try FileHandle(forWritingTo: url)
  }

  func write(_ entry: Entry) {
    lock.lock()
    defer { lock.unlock() }
    var entry = entry
    switch entry {
    case .line(let line):
      lineCount += 1
      guard lineCount <= Self.mostLines else { return }
      if lineCount == Self.mostLines { entry = .line(line.standingForMore) }
    default: lineCount = 0
    }
    do {
      try file.write(contentsOf: JSONEncoder().encode(entry) + Data("\n".utf8))
    } catch {
      fatalError("Journal: can't write: \(error)")
    }
  }

  /// The entries, but of the lines only those of the latest scene: the others take long to decode.
  static func entries(of contents: Data) -> [Entry] {
    let parts = contents.split(separator: UInt8(ascii: "\n"))
    let (scene, line) = (Data(#"{"scene":"#.utf8), Data(#"{"line":"#.utf8))
    let latest = parts.lastIndex { $0.starts(with: scene) } ?? 0
    return parts.enumerated().compactMap { index, part in
      if index < latest, part.starts(with: line) { return nil }
      return try? JSONDecoder().decode(Entry.self, from: part)  // the last may have been cut off
    }
  }
}

extension Journal.Entry {
  static func hang(_ ending: GeneratedCases.Outcome.Ending) -> Self {
    .hang(ending.sequence, seen: ending.seen, ending.history.map(Journal.Line.init))
  }

  init(_ result: ContractReport.Result) {
    switch result {
    case .held: self = .held
    case .exempt(let reason): self = .exempt(reason)
    case .notApplicable(let reason): self = .notApplicable(reason)
    case .notExercised(let reason): self = .notExercised(reason)
    case .broken(let finding): self = .broken(.init(finding))
    }
  }

  /// The result that it tells of a rule, where it is one.
  func result(of rule: Rule) -> ContractReport.Result? {
    switch self {
    case .rule, .scene, .line, .sequence, .generated, .shrinking, .hang, .trying, .answer, .over:
      nil
    case .held: .held
    case .exempt(let reason): .exempt(reason)
    case .notApplicable(let reason): .notApplicable(reason)
    case .notExercised(let reason): .notExercised(reason)
    case .broken(let breach): .broken(breach.finding(of: rule))
    }
  }
}
