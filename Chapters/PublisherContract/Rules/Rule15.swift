import OpenCombineShim

extension Rule {
  static let rule15 = Rule(
    15, applies: [.publisher, .operator, .subject], reactiveStreams: ["1.7"],
    sentence: """
      A subscriber receives at most one completion.
      """,
    cause: """
      A first draft completes again on each request after the end.
      """,
    mend: """
      Take the subscriber out of its property under the lock when you complete, so that whoever
      comes second finds `nil`.
      """,
    check: rule15Check,
    mutants: [
      .publisher(
        "an outlet that completes again when it is asked after the end", CompletesAgain.self,
        alsoBreaks: [
          19: "that is a request after the completion",
          28: "it has to keep the subscriber for that",
        ])
    ])
}

private let rule15Check: Check = { trial in
  var isExercised = false
  for ending in trial.endings {
    let scene = trial.scene()
    let probe = scene.subscribe(first: .unlimited)
    scene.produce()
    scene.end(by: ending, of: probe)
    guard probe.isComplete else { continue }
    isExercised = true
    probe.request(.max(1))
    scene.produce()
    for again in trial.endings { scene.end(by: again, of: probe) }
    if let breach = breachOfOneCompletion(in: scene) { return breach }
  }
  return isExercised ? .held : .notExercised("no completion came")
}

private func breachOfOneCompletion(in scene: Scene) -> Verdict? {
  let lines = scene.history.lines
  let completions = lines.indices.filter { lines[$0].kind == .completion }
  guard completions.count > 1 else { return nil }
  return scene.breach(
    expected: "one completion", seen: "\(completions.count)", at: completions[1])
}

// MARK: A mutant

private final class CompletesAgain: Outlet, @unchecked Sendable {
  override func drain() {
    var returned: Subscribers.Demand?
    while let event = next(adding: returned) {
      switch event {
      case .value(let value, let downstream):
        returned = deliver(value, to: downstream)
      case .completion(let completion, let downstream):
        downstream.receive(completion: completion)
        lock.withLock { isEmitting = false }
        return
      }
    }
  }
}
