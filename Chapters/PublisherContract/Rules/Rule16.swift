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
      .subject("a subject that keeps a failure for whoever asks", FailsWhoAsks.self),
    ])
}

private let rule16Check: Check = { trial in
  let isFed = trial.thing.kind != .publisher
  var isExercised = false
  if isFed, endsWithoutAValue(trial) {
    let scene = trial.scene()
    let probe = scene.subscribe(first: .none)
    scene.finish()
    guard probe.isComplete else {
      return scene.breach(
        expected: "the completion, without demand, as no value is due", seen: "nothing", at: nil)
    }
    isExercised = true
  }
  for count in isFed ? [2, 1] : [0] {
    guard let verdict = completion(trial, .finish, producing: count) else { continue }
    guard case .held = verdict, trial.endings.contains(.failure) else { return verdict }
    // An operator that goes on behind a failure of its upstream has its reasons.
    for count in [0, count] {
      if case .broken(let breach) = completion(trial, .failure, producing: count) {
        return .broken(breach)
      }
    }
    return verdict
  }
  return isExercised ? .held : .notExercised("a value waits upstream for demand, before the end")
}

/// Compares an end with that of a subscriber that asks for everything; nil where a value, and with it
/// the end, waits upstream, as the thing drops some.
private func completion(_ trial: Trial, _ ending: Ending, producing made: Int) -> Verdict? {
  let all = trial.scene()
  let unlimited = all.subscribe(first: .unlimited)
  all.produce(made)
  all.end(by: ending, of: unlimited)
  guard unlimited.isComplete else { return .notExercised("no completion came") }
  let count = unlimited.values.count

  let scene = trial.scene()
  let probe = scene.subscribe(first: .max(count))
  scene.produce(made)
  if scene.upstream.hasWaiting { return nil }
  scene.end(by: ending, of: probe)
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

/// Whether no value is due when none was made, neither the current one nor a sum, and the end of the
/// only upstream is the end.
private func endsWithoutAValue(_ trial: Trial) -> Bool {
  let scene = trial.scene()
  let probe = scene.subscribe(first: .unlimited)
  scene.finish()
  return probe.values.isEmpty && (probe.isComplete || trial.thing.kind == .subject)
}

// MARK: Mutants

private final class LooksAtDemandFirst: Outlet, @unchecked Sendable {
  override func takeEvent() -> Event? {
    demand > .none ? super.takeEvent() : nil
  }
}

private final class FailsWhoAsks: Outlet, @unchecked Sendable {
  override func takeEvent() -> Event? {
    if case .failure = completion, demand == .none { return nil }
    return super.takeEvent()
  }
}
