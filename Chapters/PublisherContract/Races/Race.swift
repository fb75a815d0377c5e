import Playground

/// Two calls that are made at the same time, and what may follow.
struct Race {
  /// What meets what: `cancel against request`.
  let name: String
  let first: () -> Void
  let second: () -> Void
  /// Looks for a breach when both are over; nil where there is none.
  let judge: () -> Verdict?

  init(
    _ name: String, _ first: @escaping () -> Void, _ second: @escaping () -> Void,
    judge: @escaping () -> Verdict?
  ) {
    self.name = name
    self.first = first
    self.second = second
    self.judge = judge
  }
}

/// A probe that one thread subscribes, and that is looked at when it is done.
final class Late {
  var probe: Probe?
}

extension Trial {
  /// Runs a race round after round, each on a fresh scene, until one breaks a rule.
  ///
  /// - Parameter prepare: Sets up a round; nil where there is nothing to race on.
  /// - Returns: The first breach, with its round, or nil.
  func breachInRaces(_ prepare: (Scene) -> Race?) -> Verdict? {
    let track = RaceTrack()
    defer { track.close() }
    for round in 1...rounds {
      let scene = silentScene()
      guard let race = prepare(scene) else { return nil }
      if round == 1 { announce(race, in: scene) }
      scene.history.onLineOfRace = track.pass
      track.run(timing(of: round), race.first, race.second)
      scene.history.onLineOfRace = nil
      if scene.history.isEndless { return nil }
      if case .broken(let breach) = race.judge() {
        let place = "\(race.name), round \(round) of \(rounds), seed \(effort.seed)"
        return .broken(breach.with(place: place))
      }
    }
    return nil
  }

  /// Chosen by the seed.
  private func timing(of round: Int) -> RaceTrack.Timing {
    var generator = SeededGenerator(seed: effort.seed &+ UInt64(round))
    return round.isMultiple(of: 2)
      ? .stopping(isSecond: .random(using: &generator), at: .random(in: 1...12, using: &generator))
      : .together(headStart: .random(in: -32...32, using: &generator))
  }
}

extension Breach {
  fileprivate func with(place: String) -> Breach {
    Breach(expected: expected, seen: "\(seen) (\(place))", history: history, line: line)
  }
}
