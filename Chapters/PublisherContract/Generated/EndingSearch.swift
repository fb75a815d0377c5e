import Foundation

/// The search for a shortest sequence that traps or hangs as a generated one does.
///
/// A trap ends the process that tries a sequence, and another process goes on. The answers so far are
/// all that it has to know: for the same answers, `shrunk` asks the same questions.
struct EndingSearch {
  /// The most sequences that are tried.
  private static let mostAnswers = 300

  let cases: GeneratedCases
  /// Whether each of the sequences that were tried ends in the same way.
  private(set) var answers: [Bool]
  /// Whether there is nothing more to try.
  private(set) var isOver = false
  private let whole: [Move]
  private var latest: GeneratedCases.Outcome.Ending
  private let end = Date(timeIntervalSinceNow: GeneratedCases.mostTime)

  init(
    _ ending: GeneratedCases.Outcome.Ending, in cases: GeneratedCases, behind answers: [Bool] = []
  ) {
    self.cases = cases
    self.answers = answers
    whole = cases.sequences[ending.sequence]
    latest = ending
  }

  /// Whether the time is up, or there is nothing more to try.
  var isEnough: Bool { isOver || Date() >= end }

  /// The end of the shortest sequence so far.
  var shortest: GeneratedCases.Outcome.Ending {
    var known = answers[...]
    var shortest = latest
    shortest.moves = shrunk(whole) { _ in known.popFirst() ?? false }
    return shortest
  }

  // MARK: In the process that tries

  /// Tries sequences, behind those of which the answers are known.
  ///
  /// - Parameter journal: Where to write what happens, as a trap ends this process.
  mutating func run(journal: Journal? = nil) {
    var known = answers[...]
    _ = shrunk(whole) { moves in
      if let answer = known.popFirst() { return answer }
      guard answers.count < Self.mostAnswers, !isEnough else { return false }
      journal?.write(.trying)
      let answer = endsAlike(moves, journal)
      journal?.write(.answer(answer))
      answers.append(answer)
      return answer
    }
    isOver = true
  }

  /// Whether a sequence hangs as the whole one does; one that traps does not come back.
  private mutating func endsAlike(_ moves: [Move], _ journal: Journal?) -> Bool {
    let limit = cases.limitWhileShrinking
    let trial = Trial(cases.thing, effort: cases.effort, journal: latest.traps ? journal : nil)
    let returns = returnsOnOtherThread(within: limit) {
      _ = contractFinding(of: trial.thing, playing: moves, makeScene: trial.scene)
    }
    if !returns { trial.giveUp() }
    guard !returns, !latest.traps else { return false }
    latest = .hang(latest.sequence, in: trial, limit: limit)
    journal?.write(.hang(latest))
    return true
  }

  // MARK: In the process that waits

  /// Adds what a process told that tried some, and how it ended.
  mutating func add(_ reading: ChildReading, _ ending: ChildEnding) {
    answers += reading.answers
    latest = reading.outcome.endings.last ?? latest
    guard reading.isTrying, !ending.wasKilled else {
      isOver = true
      return
    }
    answers.append(latest.traps)
    if latest.traps {
      latest = .init(
        sequence: latest.sequence, traps: true, seen: ending.ofACall, history: reading.lines)
    }
  }
}
