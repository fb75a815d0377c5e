import OpenCombineShim

extension Rule {
  static let rule07 = Rule(
    7, applies: [.publisher, .operator, .subject], reactiveStreams: ["3.8"],
    sentence: """
      Demand adds up: n requests of `.max(1)` are worth one request of `.max(n)`.
      """,
    cause: """
      Writing `demand = newDemand` forgets what is still owed, and a request that only starts a
      timer forgets everything after the first call.
      """,
    mend: """
      Write `+=` under the lock.
      """,
    check: rule07Check,
    mutants: [
      .publisher("an outlet that forgets what it owes when it is asked again", Replaces.self),
      .subject("an outlet that hears the first request only", HearsOnce.self),
    ])
}

private let rule07Check: Check = { trial in
  let whole = trial.scene()
  let once = whole.subscribe(first: .max(3))
  whole.produce(5)
  guard once.values.count > 1 else {
    return .notExercised("fewer than two values came for one request of three")
  }
  let scene = trial.scene()
  let thrice = scene.subscribe(first: .max(1)) {
    $0.onSubscription = { probe in
      probe.request(.max(1))
      probe.request(.max(1))
    }
  }
  scene.produce(5)
  guard trial.areSame(thrice.values, once.values) else {
    return scene.breach(
      expected: "as many values as for one request of three, \(once.values.count)",
      seen: "\(thrice.values.count)", at: scene.lineBeyondDemand)
  }
  return .held
}

// MARK: Mutants

private final class Replaces: Outlet, @unchecked Sendable {
  override func request(_ demand: Subscribers.Demand) {
    lock.withLock { self.demand = .none }
    super.request(demand)
  }
}

private final class HearsOnce: Outlet, @unchecked Sendable {
  override func request(_ demand: Subscribers.Demand) {
    if lock.withLock({ self.demand == .none }) { super.request(demand) }
  }
}
