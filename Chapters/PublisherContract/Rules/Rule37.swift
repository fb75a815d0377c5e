import OpenCombineShim

extension Rule {
  static let rule37 = Rule(
    37, applies: [.subscriber], reactiveStreams: ["2.3"],
    sentence: """
      `receive(completion:)` calls nothing on the subscription.
      """,
    cause: """
      The subscription is over, and a cancel or request from here re-enters a publisher that is
      just ending.
      """,
    mend: """
      Let go of the subscription, and then tell your own closure.
      """,
    check: rule37Check,
    mutants: [
      .subscriber("a subscriber that cancels when it is completed", CancelsAtTheEnd.self),
      .subscriber("a subscriber that cancels when it ends without a value", CancelsWhenEmpty.self),
      .subscriber("a subscriber that cancels when its upstream fails", CancelsOnFailure.self),
    ])
}

private let rule37Check: Check = { trial in
  var hasEndedEarly = false
  var isExercised = false
  for (count, fails) in [(0, false), (1, false), (0, true), (1, true)] {
    let scene = trial.scene()
    scene.produce(count)
    if scene.upstream.hasEnded {
      hasEndedEarly = true
      continue
    }
    let start = scene.history.count
    if fails { scene.fail() } else { scene.finish() }
    if let line = scene.firstLine(
      from: start, where: { $0.isUpstream && [.request, .cancel].contains($0.kind) })
    {
      return scene.breach(
        expected: "receive(completion:) calls nothing on the subscription",
        seen: scene.history.lines[line].description, at: line)
    }
    if scene.upstream.hasEnded { isExercised = true }
  }
  if isExercised { return .held }
  return .notExercised(
    hasEndedEarly ? "it had ended before its completion" : "no completion came")
}

// MARK: Mutants

private final class CancelsAtTheEnd: Collector, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    let (subscription, log) = end()
    subscription?.cancel()
    log?("ended")
  }
}

private final class CancelsWhenEmpty: Collector, @unchecked Sendable {
  private var hasValue = false  // guarded by the lock

  override func receive(_ value: Int) -> Subscribers.Demand {
    lock.withLock { hasValue = true }
    return super.receive(value)
  }

  override func receive(completion: Subscribers.Completion<ProbeError>) {
    if lock.withLock({ hasValue }) { super.receive(completion: completion) } else { cancel() }
  }
}

private final class CancelsOnFailure: Collector, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    if case .failure = completion { cancel() }
    super.receive(completion: completion)
  }
}
