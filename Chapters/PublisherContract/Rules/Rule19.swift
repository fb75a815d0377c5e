import OpenCombineShim

extension Rule {
  static let rule19 = Rule(
    19, applies: [.publisher, .operator, .subject], reactiveStreams: ["1.6", "2.4"],
    sentence: """
      After completion, `request(_:)` and `cancel()` do nothing.
      """,
    cause: """
      An operator that keeps its upstream forwards both to a subscription that is over.
      """,
    mend: """
      Set the references to upstream and downstream to `nil` when you complete, so that both calls
      find nothing to do.
      """,
    check: rule19Check,
    mutants: [
      .operator("an operator that keeps its upstream when it completes", KeepsUpstream.self)
    ])
}

private let rule19Check: Check = { trial in
  let scene = trial.scene()
  let probe = scene.subscribe(first: .unlimited)
  scene.produce()
  scene.finish()
  guard probe.isComplete else { return .notExercised("no completion came") }
  let end = scene.history.count
  probe.request(.max(1))
  probe.cancel()
  scene.produce()
  if let line = scene.firstLine(
    from: end,
    where: {
      [.value, .completion].contains($0.kind)
        || $0.isUpstream && [.request, .cancel].contains($0.kind)
    })
  {
    return scene.breach(
      expected: "a request and a cancel after the completion do nothing",
      seen: scene.history.lines[line].description, at: line)
  }
  return .held
}

// MARK: A mutant

private final class KeepsUpstream: Link, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    let downstream = lock.withLock {
      defer { self.downstream = nil }
      return self.downstream
    }
    downstream?.receive(completion: completion)
  }
}
