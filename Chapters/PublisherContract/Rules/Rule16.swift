extension Rule {
  static let rule16 = Rule(
    16, applies: [.publisher, .operator, .subject], reactiveStreams: ["2.9", "2.10"],
    sentence: """
      Completion needs no demand once every value due to the subscriber is delivered.
      """,
    cause: """
      A drain that looks at the demand first never tells a subscriber without demand that the
      source is empty.
      """,
    mend: """
      When no value is left, complete, whatever the demand.
      """,
    check: rule16Check,
    mutants: [
      .publisher("an outlet that looks at the demand first", LooksAtDemandFirst.self),
      .subject("a subject that looks at the demand first", LooksAtDemandFirst.self),
    ])
}

private let rule16Check: Check = { trial in
  if trial.thing.kind != .publisher, !hasValueAtItsEnd(trial) {
    let scene = trial.scene()
    let probe = scene.subscribe(first: .none)
    scene.finish()
    guard probe.isComplete else {
      return scene.breach(
        expected: "the completion, without demand, as no value is due", seen: "nothing", at: nil)
    }
  }
  let all = trial.scene()
  let unlimited = all.subscribe(first: .unlimited)
  if trial.thing.kind != .publisher { all.produce(2) }
  all.finish()
  guard unlimited.isComplete else { return .notExercised("no completion came") }
  let count = unlimited.values.count

  let scene = trial.scene()
  let probe = scene.subscribe(first: .max(count))
  if trial.thing.kind != .publisher { scene.produce(2) }
  scene.finish()
  guard probe.values.count == count else {
    return .notExercised("a request for \(count) values brought \(probe.values.count)")
  }
  guard probe.isComplete else {
    return scene.breach(
      expected: "the completion behind the last value, without more demand", seen: "nothing",
      at: nil)
  }
  return .held
}

/// Whether a value is due although none was made: the current one, or a sum.
private func hasValueAtItsEnd(_ trial: Trial) -> Bool {
  let scene = trial.scene()
  let probe = scene.subscribe(first: .unlimited)
  scene.finish()
  return !probe.values.isEmpty
}

// MARK: A mutant

private final class LooksAtDemandFirst: Outlet, @unchecked Sendable {
  override func takeEvent() -> Event? {
    demand > .none ? super.takeEvent() : nil
  }
}
