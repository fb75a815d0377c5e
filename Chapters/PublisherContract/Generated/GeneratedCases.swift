import Foundation

/// The generated cases of one thing: random sequences of moves, each judged by the model.
struct GeneratedCases {
  let thing: ThingUnderTest
  let effort: Effort

  /// The most sequences that may hang, each of which takes the time of the limit.
  private static let mostHangs = 2
  /// The most intervals that may pass at once.
  private static let mostIntervals = 100

  /// Why there are none, where there are none.
  var reasonForNone: String? {
    if thing.kind == .subscriber { return "they say nothing about a subscriber" }
    if thing.isRealTime { return "they would take too long in real time" }
    return effort.sequences > 0 ? nil : "none were asked for"
  }

  var sequences: Sequences {
    let isDriven = thing.kind != .publisher
    let end = thing.facts.end ?? .max
    return Sequences(
      seed: effort.seed, isDriven: isDriven, canFinish: isDriven || end <= Self.mostIntervals)
  }

  /// Plays the sequences, from one on, in this process.
  ///
  /// - Parameters:
  ///   - first: The number of that one.
  ///   - journal: Where to write what happens. The first sequence is written down line by line, so
  ///     that it can be told how far it came if it traps.
  func outcome(from first: Int = 0, journal: Journal? = nil) -> Outcome {
    var outcome = Outcome()
    guard reasonForNone == nil, first < effort.sequences else { return outcome }
    for number in first..<effort.sequences {
      journal?.write(.sequence(number))
      outcome.begun = number + 1
      let moves = sequences[number]
      let trial = Trial(thing, effort: effort, journal: number == first ? journal : nil)
      let attempt = Attempt()
      if returnsOnOtherThread(within: effort.limit, { attempt.play(moves, in: trial) }) {
        if trial.isEndless(.held) { break }
        guard let found = attempt.finding, outcome.findings[found.rule.number] == nil else {
          continue
        }
        outcome.add(found, to: journal)
        outcome.add(shrunk(found, shownBy: moves, journal), to: journal)
      } else {
        let ending = Outcome.Ending.hang(number, in: trial, limit: effort.limit)
        outcome.endings.append(ending)
        journal?.write(.hang(ending))
        if outcome.endings.count == Self.mostHangs { break }
      }
    }
    return outcome
  }

  /// The finding of a shortest sequence that breaks the same rule, or nil where a shorter one hangs.
  private func shrunk(
    _ found: Finding, shownBy moves: [Move], _ journal: Journal?
  ) -> Finding? {
    journal?.write(.shrinking)
    let (attempt, trial) = (Attempt(), Trial(thing, effort: effort))
    let returns = returnsOnOtherThread(within: effort.limit) {
      attempt.shrink(moves, breaking: found.rule.number, in: trial)
    }
    return returns ? attempt.finding : nil
  }
}

/// What one thread finds and another one reads behind a semaphore.
private final class Attempt: @unchecked Sendable {
  var finding: Finding?

  func play(_ moves: [Move], in trial: Trial) {
    finding = contractFinding(of: trial.thing, playing: moves, makeScene: trial.scene)
  }

  func shrink(_ moves: [Move], breaking rule: Int, in trial: Trial) {
    _ = PublisherContract.shrunk(moves) { simpler in
      let found = contractFinding(of: trial.thing, playing: simpler, makeScene: trial.scene)
      guard let found, found.rule.number == rule else { return false }
      finding = found
      return true
    }
  }
}
