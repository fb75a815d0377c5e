import OpenCombineShim

extension Rule {
  static let rule08 = Rule(
    8, applies: [.publisher, .operator, .subject], reactiveStreams: ["3.17"],
    sentence: """
      Sums of demand stop at unlimited and never trap.
      """,
    cause: """
      `Subscribers.Demand` adds safely, but an `Int` counter traps when `.max(.max)` is requested
      twice, and `demand.max!` traps on unlimited.
      """,
    mend: """
      Keep the demand as a `Demand`.
      """,
    mayTrap: .otherThanCancel, check: rule08Check,
    mutants: [
      .publisher(
        "an outlet that counts demand as an Int", CountsInts.self,
        alsoBreaks: .rules(
          [15, 18, 19, 21, 33], because: "a request that follows an unlimited one traps")),
      .subject(
        "an outlet whose count of demand wraps around", WrapsAround.self),
      .subject(
        "an outlet whose count stops at the most for requests only", WrapsOnReturned.self),
    ])
}

private let rule08Check: Check = { trial in
  let all = trial.valuesOnUnlimitedDemand(producing: 3).count
  guard all > 0 else { return .notExercised("no value came in three turns") }
  let most = Subscribers.Demand.max(.max)
  for demands in [[most, most], [most, .unlimited], [.unlimited, .max(1)]] {
    let scene = trial.scene()
    let probe = scene.subscribe(first: .none) {
      $0.onValue = { _, _ in most }
    }
    probe.request(demands[0])
    if probe.isComplete, probe.values.count < 2 {
      return .notExercised("it ends with its first value, before demand adds up")
    }
    probe.request(demands[1])
    scene.produce(3)
    guard probe.values.count >= all else {
      return scene.breach(
        expected: "\(all) values for a very large demand, as for an unlimited one",
        seen: "\(probe.values.count)", at: nil)
    }
  }
  return .held
}

// MARK: Mutants

private final class CountsInts: Outlet, @unchecked Sendable {
  private var count = 0  // guarded by the lock

  override func request(_ demand: Subscribers.Demand) {
    lock.withLock { count += demand.max ?? .max }
    super.request(demand)
  }
}

private final class WrapsAround: Outlet, @unchecked Sendable {
  private var count = 0  // guarded by the lock

  override func request(_ demand: Subscribers.Demand) {
    let isOwed = lock.withLock {
      count &+= demand.max ?? .max
      if count < 0 { self.demand = .none }
      return count > 0
    }
    if isOwed { super.request(demand) }
  }
}

private final class WrapsOnReturned: Outlet, @unchecked Sendable {
  private var count = 0  // guarded by the lock

  override func request(_ demand: Subscribers.Demand) {
    lock.withLock {
      let (sum, isTooLarge) = count.addingReportingOverflow(demand.max ?? 0)
      count = isTooLarge ? .max : sum
    }
    super.request(demand)
  }

  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    let returned = super.deliver(value, to: downstream)
    return lock.withLock {
      count &+= returned.max ?? 0
      if count < 0 { demand = .none }
      return count < 0 ? .none : returned
    }
  }
}
