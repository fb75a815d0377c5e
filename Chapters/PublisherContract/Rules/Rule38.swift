import OpenCombineShim

extension Rule {
  static let rule38 = Rule(
    38, applies: [.subscriber], reactiveStreams: ["2.8"],
    sentence: """
      A subscriber ignores events that come after its own cancel.
      """,
    cause: """
      [Rule 21](#rule-21) allows one value in flight, and a closure that runs then may touch a
      screen that is gone.
      """,
    mend: """
      Set the ended state under the lock before cancelling upstream, and answer values with
      `.none`.
      """,
    check: rule38Check,
    mutants: [
      .subscriber("a subscriber that asks for more whatever it has done", AsksAlways.self)
    ])
}

private let rule38Check: Check = { trial in
  let scene = trial.scene()
  guard scene.canCancel else { return .notApplicable("it can't be cancelled") }
  scene.produce()
  scene.cancelSubscriber()
  let start = scene.history.count
  let demand = scene.upstream.inject(99)
  scene.upstream.inject(.finished)
  if let line = scene.firstLine(from: start, where: { !$0.isUpstream && $0.kind == .value }) {
    return scene.breach(
      expected: "what comes after its own cancel is ignored",
      seen: scene.history.lines[line].description, at: line)
  }
  guard demand == Subscribers.Demand.none else {
    return scene.breach(
      expected: "a value after its own cancel is answered with .none",
      seen: "it asks for more", at: scene.firstLine(from: start) { $0.kind == .returned })
  }
  return .held
}

// MARK: A mutant

private final class AsksAlways: Collector, @unchecked Sendable {
  private var isComplete = false  // guarded by the lock

  override func receive(_ value: Int) -> Subscribers.Demand {
    _ = super.receive(value)
    return lock.withLock { isComplete ? .none : .max(1) }
  }

  override func receive(completion: Subscribers.Completion<ProbeError>) {
    lock.withLock { isComplete = true }
    super.receive(completion: completion)
  }
}
