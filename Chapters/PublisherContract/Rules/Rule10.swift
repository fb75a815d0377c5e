import OpenCombineShim

extension Rule {
  static let rule10 = Rule(
    10, applies: [.publisher, .operator, .subject, .subscriber],
    sentence: """
      A request of `.none` is accepted silently and is never passed upstream.
      """,
    cause: """
      Some built-in publishers trap on it, and Reactive Streams 3.9 calls it an error.
      """,
    mend: """
      Return from `request(_:)` early when the demand is `.none`, and in a subscriber don't make
      the call at all.
      """,
    mayTrap: .otherThanCancel, check: rule10Check,
    mutants: [
      .operator("an operator that passes on a request of .none", PassesOnNone.self),
      .publisher("an outlet that traps where there is no demand", InsistsOnDemand.self),
      .subscriber("a subscriber that asks for nothing", AsksForNothing.self),
      .operator(
        "an operator that asks upstream for what a value is answered", AsksForTheAnswer.self),
    ])
}

private let rule10Check: Check = { trial in
  let control = trial.scene()
  let unasked = control.subscribeAny(first: .none)
  control.produce(3)
  guard unasked?.values.isEmpty ?? true else {
    return .notExercised("it sends more than is asked for: see rule 5")
  }

  let scene = trial.scene()
  let probe = scene.subscribeAny(first: .none)
  if let probe {
    if probe.subscriptionCount == 0 { scene.produce() }  // it may come with time
    guard probe.subscriptionCount > 0 else { return .notExercised("no subscription came") }
    guard !probe.isComplete else { return .notExercised("it had ended before it could be asked") }
    probe.request(.none)
  }
  scene.produce(3)
  scene.letTimePass(intervals: 1)
  if let line = scene.firstLine(where: {
    $0.kind == .value && $0.probe == "probe" || $0.isUpstream && $0.text == "request +0"
  }) {
    return scene.breach(
      expected: "a request of .none brings nothing, and is not made upstream",
      seen: scene.history.lines[line].description, at: line)
  }
  return breachWithValues(trial) ?? .held
}

/// A value that is answered with `.none` is no reason for a request, either.
private func breachWithValues(_ trial: Trial) -> Verdict? {
  if trial.thing.kind == .publisher { return nil }  // which has no upstream
  let scene = trial.scene()
  _ = scene.subscribeAny(first: .max(2))
  scene.produce(3)
  return scene.firstLine { $0.isUpstream && $0.text == "request +0" }.map {
    scene.breach(
      expected: "a request of .none is not made upstream",
      seen: scene.history.lines[$0].description, at: $0)
  }
}

// MARK: Mutants

private final class PassesOnNone: Link, @unchecked Sendable {
  override func request(_ demand: Subscribers.Demand) {
    lock.withLock { upstream }?.request(demand)
  }
}

private final class AsksForTheAnswer: Link, @unchecked Sendable {
  override func receive(_ value: Int) -> Subscribers.Demand {
    let demand = super.receive(value)
    lock.withLock { upstream }?.request(demand)
    return .none
  }
}

private final class InsistsOnDemand: Outlet, @unchecked Sendable {
  override func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "a request must ask for something")
    super.request(demand)
  }
}

private final class AsksForNothing: Collector, @unchecked Sendable {
  override func receive(subscription: Subscription) {
    super.receive(subscription: subscription)
    lock.withLock { self.subscription }?.request(.none)
  }
}
