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
      .operator("an operator that keeps its upstream when it completes", KeepsUpstream.self),
      .operator(
        "an operator that passes a failure on and keeps everything", KeepsAllOnFailure.self,
        alsoBreaks: [
          20: "it takes late events for those of an upstream that goes on",
          28: "everything is its subscriber, too",
        ]),
      .operator(
        "an operator that keeps its upstream when it has enough", KeepsUpstreamItHasCancelled.self,
        alsoBreaks: [29: "a cancel behind its end is the second one"]),
    ])
}

private let rule19Check: Check = { trial in
  var isExercised = false
  for ending in trial.endings {
    let scene = trial.scene()
    let probe = scene.subscribe(first: .unlimited)
    scene.produce()
    scene.end(by: ending, of: probe)
    guard probe.isComplete else { continue }
    isExercised = true
    if let breach = breachOfLateCalls(of: probe, in: scene) { return breach }
  }
  return isExercised ? .held : .notExercised("no completion came")
}

private func breachOfLateCalls(of probe: Probe, in scene: Scene) -> Verdict? {
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
  return nil
}

// MARK: Mutants

private final class KeepsUpstream: Link, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    let downstream = lock.withLock {
      defer { self.downstream = nil }
      return self.downstream
    }
    downstream?.receive(completion: completion)
  }
}

private final class KeepsAllOnFailure: Link, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    switch completion {
    case .finished: super.receive(completion: completion)
    case .failure: lock.withLock { downstream }?.receive(completion: completion)
    }
  }
}

private final class KeepsUpstreamItHasCancelled: FirstThree, @unchecked Sendable {
  override func finish() {
    lock.withLock { upstream }?.cancel()
    let downstream = lock.withLock {
      defer { self.downstream = nil }
      return self.downstream
    }
    downstream?.receive(completion: .finished)
  }
}
