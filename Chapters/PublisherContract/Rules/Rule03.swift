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
  let alone = trial.scene()
  let single = alone.subscribe(first: .none)
  single.request(.unlimited)
  alone.produce(3)
  let produced = single.values.count
  guard produced > 0 else { return .notExercised("no value came in three turns") }

  let scene = trial.scene()
  let probe = scene.subscribe(first: .none, times: 2)
  guard probe.subscriptionCount == 2 else {
    return scene.breach(
      expected: "two subscriptions", seen: "\(probe.subscriptionCount)", at: nil)
  }
  for index in 0...1 { probe.request(.unlimited, from: index) }
  scene.produce(3)
  guard probe.values.count == 2 * produced else {
    return scene.breach(
      expected: "each value twice, \(2 * produced) in all", seen: "\(probe.values.count)", at: nil)
  }

  let halved = trial.scene()
  let survivor = halved.subscribe(first: .none, times: 2)
  survivor.cancel(0)
  survivor.request(.unlimited, from: 1)
  halved.produce(3)
  guard survivor.values.count == produced else {
    return halved.breach(
      expected: "\(produced) values from the subscription that was not cancelled",
      seen: "\(survivor.values.count)", at: nil)
  }
  return .held
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
