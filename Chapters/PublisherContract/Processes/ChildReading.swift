/// What a child told in its journal before it ended.
struct ChildReading {
  /// The results of the rules whose checks were over.
  private(set) var results: [ContractReport.Result] = []
  /// The rule whose check was under way.
  private(set) var openRule: Rule?
  private(set) var outcome = GeneratedCases.Outcome()
  /// The sequence that was under way.
  private(set) var openSequence: Int?
  /// Whether that was known to break a rule, and was being shrunk.
  private(set) var isShrinking = false
  /// The answers of a search for a shorter sequence that traps or hangs.
  private(set) var answers: [Bool] = []
  /// Whether such a sequence was under way.
  private(set) var isTrying = false
  /// The lines of the latest scene.
  private(set) var lines: [History.Line] = []
  /// Whether the first fresh thing was being made: a later one that traps has been made before.
  private(set) var isMaking = false
  private var sceneCount = 0
  /// Whether it told all it was to tell.
  private(set) var isOver = false

  init(_ entries: [Journal.Entry]) {
    for entry in entries { read(entry) }
  }

  private mutating func read(_ entry: Journal.Entry) {
    isMaking = false
    switch entry {
    case .rule(let number): openRule = Rule.all.first { $0.number == number }
    case .scene: (lines, isMaking, sceneCount) = ([], sceneCount == 0, sceneCount + 1)
    case .line(let line): lines.append(line.line)
    case .sequence(let number):
      (openSequence, isShrinking, lines) = (number, false, [])
      outcome.begun = number + 1
    case .shrinking: isShrinking = true
    case .generated(let number, let breach): outcome.add(breach.finding(of: Rule.all[number - 1]))
    case .hang(let number, let seen, let lines):
      outcome.endings.append(
        .init(sequence: number, traps: false, seen: seen, history: lines.map(\.line)))
    case .trying: (isTrying, lines) = (true, [])
    case .answer(let answer):
      isTrying = false
      answers.append(answer)
    case .over: (openSequence, isOver) = (nil, true)
    default:
      if let rule = openRule, let result = entry.result(of: rule) { results.append(result) }
      openRule = nil
    }
  }
}
