import Foundation

/// The generated cases of one thing: random sequences of moves, each judged by the model.
struct GeneratedCases {
  let thing: ThingUnderTest
  let effort: Effort

  /// The most sequences that may hang, each of which takes the time of the limit.
  private static let mostHangs = 2
  /// Seconds of real time in which shorter sequences are tried.
  static let mostTime: TimeInterval = 15
  /// The most intervals that may pass at once.
  private static let mostIntervals = 100

  /// Seconds to wait for a shorter sequence, of which more may hang.
  var limitWhileShrinking: TimeInterval { min(0.5, effort.limit / 2) }

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
        if trial.isEndless { break }
        guard let found = attempt.finding, outcome.findings[found.rule.number] == nil else {
          continue
        }
        outcome.add(found, to: journal)
        shrink(moves, breaking: found.rule, &outcome, journal)
      } else {
        trial.giveUp()
        let ending = Outcome.Ending.hang(number, in: trial, limit: effort.limit)
        outcome.endings.append(ending)
        journal?.write(.hang(ending))
        if outcome.endings.count == Self.mostHangs { break }
      }
    }
    return outcome
  }

  /// Keeps the findings of shorter and shorter sequences that break the same rule, so that a trap
  /// loses none of them.
  private func shrink(
    _ moves: [Move], breaking rule: Rule, _ outcome: inout Outcome, _ journal: Journal?
  ) {
    journal?.write(.shrinking)
    let end = Date(timeIntervalSinceNow: Self.mostTime)
    _ = shrunk(moves) { shorter in
      guard Date() < end else { return false }
      let (attempt, trial) = (Attempt(), Trial(thing, effort: effort))
      let returns = returnsOnOtherThread(within: limitWhileShrinking) {
        attempt.play(shorter, in: trial)
      }
      guard returns, let found = attempt.finding, found.rule.number == rule.number else {
        return false
      }
      outcome.add(found, to: journal)
      return true
    }
  }
}

/// What one thread finds and another one reads behind a semaphore.
private final class Attempt: @unchecked Sendable {
  var finding: Finding?

  func play(_ moves: [Move], in trial: Trial) {
    finding = contractFinding(of: trial.thing, playing: moves, makeScene: trial.scene)
  }
}
