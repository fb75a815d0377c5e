/// Plays a sequence of moves on a fresh thing, in this process, and looks for a broken rule.
///
/// A sequence that a report prints runs here as it stands. A call that hangs there hangs here too.
///
/// - Parameters:
///   - thing: What to check; nothing is said about a subscriber.
///   - moves: What to do with it.
/// - Returns: The first breach of a rule from which the thing is not exempt.
public func contractFinding(of thing: ThingUnderTest, playing moves: [Move]) -> Finding? {
  contractFinding(of: thing, playing: moves) { Scene(thing) }
}

func contractFinding(
  of thing: ThingUnderTest, playing moves: [Move], makeScene: () -> Scene
) -> Finding? {
  guard thing.kind != .subscriber else { return nil }
  let record = Play(on: makeScene()).record(of: moves)
  var model = Model(record, of: thing.kind, exempt: Set(thing.facts.exemptions.keys))
  let breach = model.breach {
    let control = makeScene()
    let probe = control.subscribe(first: .unlimited)
    control.produce(record.produced)
    let values = probe.values
    control.finish()
    return Model.Control(values: values, isComplete: probe.isComplete)
  }
  return breach.map {
    Finding(
      rule: Rule.all[$0.rule - 1], expected: $0.expected, seen: $0.seen, history: record.lines,
      offendingLine: $0.line, isConsequence: false, reproduction: reproduction(of: moves))
  }
}
