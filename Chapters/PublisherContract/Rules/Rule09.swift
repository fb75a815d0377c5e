import OpenCombineShim

extension Rule {
  static let rule09 = Rule(
    9, applies: [.publisher],
    sentence: """
      Demand is never subtracted below zero.
      """,
    cause: """
      A source that fires without demand and runs `demand -= 1` anyway traps on OpenCombine.
      """,
    mend: """
      Subtract only after testing `demand > .none` under the same hold of the lock; otherwise drop
      or keep the value, as you document.
      """,
    mayTrap: .otherThanCancel, check: rule09Check,
    mutants: [
      .publisher(
        "an outlet whose ticks spend demand that nobody has granted", SpendsUnasked.self,
        alsoBreaks: .rules(
          [1, 2, 5, 6, 7, 10, 11, 12, 13, 18, 21, 22, 25, 26, 27, 31, 33],
          because: "a tick that finds no demand traps there as well")),
      .publisher(
        "an outlet that pays for a value when it has been received", PaysLater.self,
        alsoBreaks: .rules([6, 21, 22, 27, 28, 33], because: "a cancel inside receive(_:) traps")),
      .publisher("an outlet whose count goes below zero", CountsBelowZero.self),
    ])
}

private let rule09Check: Check = { trial in
  guard trial.valuesOnUnlimitedDemand(producing: 3).count > 1 else {
    return .notExercised("fewer than two values came in three turns")
  }
  for first in [Subscribers.Demand.none, .max(1), .max(2)] {
    let scene = trial.scene()
    scene.subscribe(first: first)
    scene.produce(5)
  }
  let scene = trial.scene()
  scene.subscribe(first: .max(2)) {
    $0.onValue = { probe, _ in
      probe.cancel()  // which leaves no demand to subtract from
      scene.history.record(.action, "the cancel has returned", by: probe.name)
      return .none
    }
  }
  scene.produce(5)
  return trial.thing.isRealTime ? .held : breachBehindIdleTurns(trial) ?? .held
}

/// Turns without demand cost nothing: a request behind them brings what it asks for, at once or in
/// later turns, as far as that is left.
private func breachBehindIdleTurns(_ trial: Trial) -> Verdict? {
  let left =
    trial.valuesOnUnlimitedDemand(producing: 25).count
    - trial.valuesOnUnlimitedDemand(producing: 5).count
  let scene = trial.scene()
  let probe = scene.subscribe(first: .none)
  scene.produce(5)
  guard !probe.isComplete else { return nil }
  let due = min(2, left)
  probe.request(.max(2))
  scene.produce(until: { probe.values.count >= due || probe.isComplete })
  guard probe.values.count < due else { return nil }
  return scene.breach(
    expected: "\(due) values for a request behind turns without demand",
    seen: "\(probe.values.count)", at: nil)
}

// MARK: Mutants

private final class SpendsUnasked: Outlet, @unchecked Sendable {
  override func accept(_ value: Int) {
    super.accept(value)
    lock.withLock { if downstream != nil { demand -= 1 } }
  }

  override func takeEvent() -> Event? {
    guard let downstream else { return nil }
    if let value = waiting.popFirst() { return .value(value, downstream) }
    return completion.map { .completion($0, downstream) }
  }
}

private final class PaysLater: Outlet, @unchecked Sendable {
  override func takeEvent() -> Event? {
    let owed = demand
    let event = super.takeEvent()
    demand = owed
    return event
  }

  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    let returned = super.deliver(value, to: downstream)
    lock.withLock { demand -= 1 }
    return returned
  }
}

private final class CountsBelowZero: Outlet, @unchecked Sendable {
  private var count = 0  // guarded by the lock

  override func request(_ demand: Subscribers.Demand) {
    lock.withLock { add(demand) }
  }

  override func accept(_ value: Int) {
    lock.lock()
    count -= 1
    let isOwed = count >= 0
    if isOwed { demand += 1 }
    lock.unlock()
    if isOwed { super.accept(value) }
  }

  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    let returned = super.deliver(value, to: downstream)
    lock.withLock { add(returned) }
    return .none
  }

  private func add(_ demand: Subscribers.Demand) {
    count += min(demand.max ?? .max, 1 << 40)
  }
}
