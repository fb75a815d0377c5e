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
        "an operator that cancels its upstream each time it is cancelled", CancelsAgain.self),
      .operator(
        "an operator that lets go inside a value, and does not cancel its upstream",
        LetsGoInside.self),
      .operator("an operator that cancels twice when it has enough", CancelsTwice.self),
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
    if let breach = breachOfOneCancel(in: scene) { return breach }
  }
  return breachInsideAValue(trial) ?? breachBehindItsEnd(trial) ?? .held
}

/// An operator that has had enough, and has maybe cancelled, does not do so again.
private func breachBehindItsEnd(_ trial: Trial) -> Verdict? {
  let scene = trial.scene()
  let probe = scene.subscribe(first: .unlimited)
  scene.end(by: .ofItsOwn, of: probe)
  guard probe.isComplete else { return nil }
  probe.cancel()
  let cancels = cancelsUpstream(in: scene)
  guard cancels.count > 1 else { return nil }
  return scene.breach(
    expected: "no more than one cancel upstream", seen: "\(cancels.count)", at: cancels[1])
}

private func breachInsideAValue(_ trial: Trial) -> Verdict? {
  let scene = trial.scene()
  let probe = scene.subscribe(first: .unlimited) {
    $0.onValue = { probe, _ in
      probe.cancel()
      return .none
    }
  }
  scene.produce(until: { !probe.values.isEmpty })
  return probe.values.isEmpty ? nil : breachOfOneCancel(in: scene)
}

/// What has been cancelled has cancelled upstream once, if it has subscribed to it.
private func breachOfOneCancel(in scene: Scene) -> Verdict? {
  scene.disconnect()
  let cancels = cancelsUpstream(in: scene)
  let hasSubscribed = scene.firstLine { $0.probe == "upstream 1" && $0.kind == .subscribe } != nil
  let mayStay = !hasSubscribed || scene.thing.facts.isShared && !scene.isConnectable
  guard mayStay ? cancels.count <= 1 : cancels.count == 1 else {
    return scene.breach(
      expected: "one cancel upstream", seen: "\(cancels.count)", at: cancels.dropFirst().first)
  }
  return nil
}

private func cancelsUpstream(in scene: Scene) -> [Int] {
  let lines = scene.history.lines
  return lines.indices.filter { lines[$0].probe == "upstream 1" && lines[$0].kind == .cancel }
}

// MARK: Mutants

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

private final class LetsGoInside: Link, @unchecked Sendable {
  private var isInside = false  // guarded by the lock

  override func receive(_ value: Int) -> Subscribers.Demand {
    lock.withLock { isInside = true }
    let demand = super.receive(value)
    lock.withLock { isInside = false }
    return demand
  }

  override func cancel() {
    let (upstream, _) = end()
    if !lock.withLock({ isInside }) { upstream?.cancel() }
  }
}

private final class CancelsTwice: FirstThree, @unchecked Sendable {
  override func finish() {
    lock.withLock { upstream }?.cancel()
    super.finish()
  }
}
