/// How far a check in processes of its own has come: what each of them told, put together.
struct ChildProgress {
  let cases: GeneratedCases
  private let shortest: (GeneratedCases.Outcome.Ending) -> GeneratedCases.Outcome.Ending
  private(set) var results: [ContractReport.Result] = []
  private(set) var outcome = GeneratedCases.Outcome()
  /// The number of the sequence with which the next process begins.
  private(set) var nextSequence = 0
  /// What was wrong with the end of the last process.
  private(set) var badEnding: String?
  private(set) var isOver = false
  private var racing: ChildEnding?
  /// A sequence that trapped and is to be played once more.
  private var trapped: (number: Int, seen: String)?

  /// The most sequences that may trap, each of which takes two more processes.
  private static let mostEndings = 2

  /// Begins at the first rule.
  ///
  /// - Parameters:
  ///   - cases: What is checked behind all rules.
  ///   - shortest: Looks for a shortest sequence that traps or hangs as another one does.
  init(
    _ cases: GeneratedCases,
    shortening shortest:
      @escaping (GeneratedCases.Outcome.Ending)
      -> GeneratedCases.Outcome.Ending = { $0 }
  ) {
    self.cases = cases
    self.shortest = shortest
  }

  /// The rule with which the next process begins.
  var nextRule: Int { results.count + 1 }

  /// Adds what a process told, and how it ended.
  mutating func add(_ reading: ChildReading, _ ending: ChildEnding) {
    if ending.race != nil { racing = racing ?? ending }
    results += reading.results
    outcome.add(reading.outcome)
    if let trapped, reading.openSequence != trapped.number {
      addTrap(in: trapped.number, seen: trapped.seen, after: [])  // this time it did not
    }
    trapped = nil
    if ending.wasKilled {
      giveUp(ending.ofACall)
    } else if reading.isMaking {
      giveUp("where it is made, \(ending.ofACall)")
    } else if let rule = reading.openRule {
      results.append(
        .broken(
          Finding(
            rule: rule, expected: "every call returns", seen: ending.ofACall,
            history: reading.lines, offendingLine: reading.lines.indices.last,
            isConsequence: rule.mayTrap?.isLast(of: reading.lines) != true)))
    } else if let number = reading.openSequence {
      add(number, reading, ending)
    } else if reading.isOver {
      isOver = true
      badEnding = ending.complaint
    } else if reading.results.isEmpty {
      giveUp("its process did not come to the check of \(cases.thing.name)")
    }
  }

  /// Adds the end of a process inside a sequence. Only the first sequence of a process is written
  /// down line by line: what traps in another one is played once more.
  private mutating func add(_ number: Int, _ reading: ChildReading, _ ending: ChildEnding) {
    if reading.isShrinking {
      nextSequence = number + 1
    } else if number == nextSequence {
      nextSequence = number + 1
      addTrap(in: number, seen: ending.ofACall, after: reading.lines)
    } else {
      nextSequence = number
      trapped = (number, ending.ofACall)
    }
  }

  private mutating func addTrap(in number: Int, seen: String, after lines: [History.Line]) {
    outcome.endings.append(.init(sequence: number, traps: true, seen: seen, history: lines))
    if outcome.endings.count >= Self.mostEndings { isOver = true }
  }

  /// Ends here, for a reason.
  mutating func giveUp(_ reason: String) {
    let missing = Rule.all.dropFirst(results.count)
    if missing.isEmpty { badEnding = reason }
    results += missing.map { _ in .notExercised(reason) }
    isOver = true
  }

  /// What all processes found.
  var report: ContractReport {
    let (results, complaint) = cases.results(of: results, adding: outcome, shortening: shortest)
    let complaints = [badEnding, complaint].compactMap { $0 }
    return ContractReport(
      name: cases.thing.name, kind: cases.thing.kind,
      results: racing?.addingRace(to: results) ?? results, generated: cases.line(of: outcome),
      badEnding: complaints.isEmpty ? nil : complaints.joined(separator: "\n"))
  }
}
