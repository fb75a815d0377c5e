import OpenCombineShim

extension Rule {
  static let rule25 = Rule(
    25, applies: [.publisher, .operator, .subject],
    sentence: """
      A cancel never sends a completion.
      """,
    cause: """
      A first draft sends `.finished` from `cancel()`, so that the pipeline looks tidy. But
      whoever cancels wants to hear nothing more, and downstream would take a part of the values
      for the whole.
      """,
    mend: """
      Let go of everything in `cancel()`, and call nobody downstream.
      """,
    check: rule25Check,
    mutants: [
      .publisher(
        "an outlet that finishes its subscriber when it is cancelled", FinishesOnCancel.self)
    ])
}

private let rule25Check: Check = { trial in
  var isExercised = false
  var reason: String?
  for first in [Subscribers.Demand.none, .unlimited] {
    let scene = trial.scene()
    let probe = scene.subscribe(first: first)
    scene.produce()
    reason = probe.whyNotLive
    if reason != nil { continue }
    isExercised = true
    let start = scene.history.count
    probe.cancel()
    scene.produce()
    scene.finish()
    if let line = scene.firstLine(from: start, where: { $0.kind == .completion }) {
      return scene.breach(
        expected: "no completion after a cancel", seen: scene.history.lines[line].text, at: line)
    }
  }
  return isExercised ? .held : .notExercised(reason ?? "no subscription came")
}

// MARK: A mutant

private final class FinishesOnCancel: Outlet, @unchecked Sendable {
  override func cancel() {
    let downstream = lock.withLock { self.downstream }
    super.cancel()
    downstream?.receive(completion: .finished)
  }
}
