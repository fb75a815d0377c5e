import OpenCombineShim

extension Rule {
  static let rule12 = Rule(
    12, applies: [.publisher, .operator, .subject], reactiveStreams: ["3.2"],
    sentence: """
      A subscriber may call `request(_:)` inside `receive(subscription:)` and inside
      `receive(_:)`.
      """,
    cause: """
      With the lock held around the call, the request waits for ever.
      """,
    mend: """
      Call without the lock; the emitting flag is set meanwhile, so the request adds its demand
      and returns, and the drain goes on from there.
      """,
    mayHang: .requestBehindAValue, check: rule12Check,
    mutants: [
      .publisher(
        "an outlet that counts demand in a local variable while it sends", CountsLocally.self),
      .publisher(
        "an outlet that calls receive(_:) under its lock", LocksReceive.self,
        alsoBreaks: [
          6: "a cancel inside receive(_:) waits for the same lock",
          9: "a cancel inside receive(_:) waits for the same lock",
          13: "it is checked by requests inside receive(_:)",
          21: "a cancel inside receive(_:) waits for the same lock",
          22: "a cancel inside receive(_:) waits for the same lock",
          28: "a cancel inside receive(_:) waits for the same lock",
          33: "it is the same lock",
        ]),
    ])
}

private let rule12Check: Check = { trial in
  let all = trial.valuesOnUnlimitedDemand(producing: 5).count
  guard all > 0 else { return .notExercised("no value came in five turns") }
  let scene = trial.scene()
  let probe = scene.subscribe(first: .none) {
    $0.onSubscription = { $0.request(.max(1)) }
    $0.onValue = { probe, count in
      if count <= 2 { probe.request(.max(1)) }
      return .none
    }
  }
  scene.produce(5)
  let expected = min(3, all)
  guard probe.values.count >= expected else {
    return scene.breach(
      expected: "\(expected) values, one for each request inside a callback",
      seen: "\(probe.values.count)", at: nil)
  }
  return .held
}

// MARK: Mutants

private final class CountsLocally: Outlet, @unchecked Sendable {
  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    let before = lock.withLock { demand }
    let returned = super.deliver(value, to: downstream)
    lock.withLock { if self.downstream != nil { demand = before } }
    return returned
  }
}

private final class LocksReceive: Outlet, @unchecked Sendable {
  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    lock.withLock { super.deliver(value, to: downstream) }
  }
}
