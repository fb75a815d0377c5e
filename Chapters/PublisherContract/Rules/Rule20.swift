import OpenCombineShim

extension Rule {
  static let rule20 = Rule(
    20, applies: [.operator, .subscriber],
    sentence: """
      Once an operator or a subscriber has ended, it ignores whatever upstream still sends.
      """,
    cause: """
      Upstream may be somebody else's and may break [18](#rule-18), and an operator that relies on it
      passes on what comes too late.
      """,
    mend: """
      Look at your own state first: answer a late value with `.none`, drop a late completion and
      cancel a late subscription.
      """,
    check: rule20Check,
    mutants: [
      .operator(
        "an operator that never lets go of its downstream", KeepsDownstream.self,
        alsoBreaks: [28: "it has to keep the subscriber for that"]),
      .subscriber(
        "a subscriber that goes on after the completion", GoesOn.self,
        alsoBreaks: [28: "it has to keep the closure for that"]),
      .subscriber(
        "a subscriber that does not take a failure for an end", MissesFailures.self,
        alsoBreaks: [28: "it keeps the closure"]),
    ])
}

private let rule20Check: Check = { trial in
  var isExercised = false
  for ending in trial.endings {
    let ended = trial.scene()
    let probe = ended.subscribeAny(first: .unlimited)
    ended.produce()
    ended.end(by: ending, of: probe)
    guard probe?.isComplete ?? ended.upstream.hasEnded else { continue }
    isExercised = true
    if let breach = breachOfLateEvents(in: ended, "after the completion") { return breach }
  }
  guard isExercised else { return .notExercised("no completion came") }

  guard trial.thing.kind == .operator else { return .held }
  let cancelled = trial.scene()
  let leaver = cancelled.subscribe(first: .unlimited)
  cancelled.produce()
  leaver.cancel()
  return breachOfLateEvents(in: cancelled, "after a cancel") ?? .held
}

/// Has upstream send everything once more, and looks for an effect.
private func breachOfLateEvents(in scene: Scene, _ when: String) -> Verdict? {
  let end = scene.history.count
  scene.upstream.inject(99)
  scene.upstream.inject(.finished)
  guard let late = scene.upstream.injectSubscription() else {
    return .notExercised("it does not subscribe to the upstream")
  }
  let lines = scene.history.lines
  let effect = lines.indices.dropFirst(end).first { index in
    let line = lines[index]
    let isAnswer = line.kind == .returned && !line.text.hasSuffix("+0")
    return line.isUpstream
      ? isAnswer || line.kind == .request
      : [.subscription, .value, .completion].contains(line.kind)
  }
  if let effect {
    return scene.breach(
      expected: "what upstream sends \(when) is ignored", seen: lines[effect].description,
      at: effect)
  }
  guard scene.count(where: { $0.probe == late && $0.kind == .cancel }) == 1 else {
    return scene.breach(
      expected: "a subscription \(when) is cancelled", seen: "it is not", at: nil)
  }
  return nil
}

// MARK: Mutants

private final class KeepsDownstream: Link, @unchecked Sendable {
  private var kept: Outlet.Downstream?

  override func receive(subscription: Subscription) {
    kept = lock.withLock { downstream }
    super.receive(subscription: subscription)
  }

  override func receive(_ value: Int) -> Subscribers.Demand {
    let demand = kept?.receive(value) ?? .none
    return lock.withLock { upstream == nil ? .none : demand }
  }
}

private final class GoesOn: Collector, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    lock.withLock { log }?("ended")
  }
}

private final class MissesFailures: Collector, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    if case .finished = completion { super.receive(completion: completion) }
  }
}
