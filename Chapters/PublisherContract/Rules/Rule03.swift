import OpenCombineShim

extension Rule {
  static let rule03 = Rule(
    3, applies: [.publisher, .subject],
    sentence: """
      The same subscriber subscribed twice has two independent subscriptions.
      """,
    cause: """
      In a dictionary keyed by the subscriber's `combineIdentifier` the second entry replaces the
      first.
      """,
    mend: """
      Keep a list of subscriptions. A subscriber that wants only one refuses ([35](#rule-35)).
      """,
    check: rule03Check,
    mutants: [
      Mutant("a subject that keeps its subscriptions in a dictionary") {
        .subject("KeyedRelay") { KeyedRelay() }
      }
    ])
}

private let rule03Check: Check = { trial in
  let alone = values(trial, subscribing: 1, cancelling: 0).count
  guard alone > 0 else { return .notExercised("no value came in three turns") }
  let both = values(trial, subscribing: 2, cancelling: 0)
  guard both.probe.subscriptionCount == 2 else {
    return both.scene.breach(
      expected: "two subscriptions", seen: "\(both.probe.subscriptionCount)", at: nil)
  }
  guard both.count == 2 * alone else {
    return both.scene.breach(
      expected: "each value twice, \(2 * alone) in all", seen: "\(both.count)", at: nil)
  }
  let one = values(trial, subscribing: 2, cancelling: 1)
  guard one.count == alone else {
    return one.scene.breach(
      expected: "\(alone) values from the subscription that was not cancelled",
      seen: "\(one.count)", at: nil)
  }
  return .held
}

/// How many values come to one subscriber from those of its subscriptions that it did not cancel, from
/// the moment on when it asks.
private func values(
  _ trial: Trial, subscribing times: Int, cancelling cancelled: Int
) -> (count: Int, probe: Probe, scene: Scene) {
  let scene = trial.scene()
  let probe = scene.subscribe(first: .none, times: times)
  guard probe.subscriptionCount == times else { return (0, probe, scene) }
  for index in 0..<cancelled { probe.cancel(index) }
  let early = probe.values.count
  for index in cancelled..<times { probe.request(.unlimited, from: index) }
  scene.produce(3)
  return (probe.values.count - early, probe, scene)
}

// MARK: A mutant

private final class KeyedRelay: Relay, @unchecked Sendable {
  private var keyed: [CombineIdentifier: Outlet] = [:]  // guarded by the lock

  override func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    super.receive(subscriber: subscriber)
    lock.withLock {
      guard let outlet = outlets.last else { return }  // it has ended at once
      let replaced = keyed.updateValue(outlet, forKey: subscriber.combineIdentifier)
      outlets.removeAll { $0 === replaced }
    }
  }

  override func remove(_ outlet: Outlet) {
    super.remove(outlet)
    lock.withLock { keyed = keyed.filter { $1 !== outlet } }
  }
}
