import OpenCombineShim

extension Rule {
  static let rule29 = Rule(
    29, applies: [.operator],
    sentence: """
      An operator cancels its upstream at most once, and exactly once if cancelled before the end.
      """,
    cause: """
      Two threads that both read the reference and then cancel do so twice; clearing it without a
      cancel leaks the upstream.
      """,
    mend: """
      Take it out under the lock and cancel it outside. For sharing see [30](#rule-30).
      """,
    check: rule29Check,
    mutants: [
      .operator(
        "an operator that cancels its upstream each time it is cancelled", CancelsAgain.self)
    ])
}

private let rule29Check: Check = { trial in
  for times in [1, 2] {
    let scene = trial.scene()
    let probe = scene.subscribe(first: .unlimited)
    scene.produce()
    guard !probe.isComplete else {
      return .notExercised("it had ended before it could be cancelled")
    }
    for _ in 0..<times { probe.cancel() }
    scene.disconnect()
    let lines = scene.history.lines
    let cancels = lines.indices.filter {
      lines[$0].probe == "upstream 1" && lines[$0].kind == .cancel
    }
    let mayStay = scene.thing.facts.isShared && !scene.isConnectable
    guard mayStay ? cancels.count <= 1 : cancels.count == 1 else {
      return scene.breach(
        expected: "one cancel upstream", seen: "\(cancels.count)", at: cancels.dropFirst().first)
    }
  }
  return .held
}

// MARK: A mutant

private final class CancelsAgain: Link, @unchecked Sendable {
  private var kept: Subscription?  // guarded by the lock

  override func receive(subscription: Subscription) {
    lock.withLock { if kept == nil { kept = subscription } }
    super.receive(subscription: subscription)
  }

  override func receive(completion: Subscribers.Completion<ProbeError>) {
    lock.withLock { kept = nil }
    super.receive(completion: completion)
  }

  override func cancel() {
    _ = end()
    lock.withLock { kept }?.cancel()
  }
}
