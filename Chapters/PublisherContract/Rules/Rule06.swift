import OpenCombineShim

extension Rule {
  static let rule06 = Rule(
    6, applies: [.publisher, .operator, .subject],
    sentence: """
      Demand returned from `receive(_:)` counts once, and does not count after a cancel.
      """,
    cause: """
      If it is thrown away, a subscriber that asks one by one gets one value; if an operator
      requests it upstream and returns it as well, it counts twice.
      """,
    mend: """
      Add it under the lock unless a cancel came meanwhile.
      """,
    check: rule06Check,
    mutants: [
      .publisher("an outlet that throws away what receive(_:) returns", ForgetsReturned.self),
      .operator(
        "an operator that asks upstream for the returned demand and returns it as well",
        CountsTwice.self,
        alsoBreaks: [
          5: "it passes on more values than were asked for",
          14: "it asks upstream for more than it is asked",
        ]),
      .subject(
        "an outlet that can't count returned demand without a number", LimitsReturned.self),
    ])
}

private let rule06Check: Check = { trial in
  let all = trial.valuesOnUnlimitedDemand(producing: 5).count
  guard all > 1 else { return .notExercised("fewer than two values came in five turns") }
  guard trial.keepsToARequestForOne else {
    return .notExercised("it sends more than is asked for: see rule 5")
  }
  let scene = trial.scene()
  let probe = scene.subscribe(first: .max(1)) {
    $0.onValue = { _, count in count <= 2 ? .max(1) : .none }
  }
  scene.produce(5)
  let expected = min(3, all)
  guard probe.values.count == expected else {
    return scene.breach(
      expected: "\(expected) values: one asked for, and one for each of the first two",
      seen: "\(probe.values.count)", at: scene.lineBeyondDemand)
  }

  let generous = trial.scene()
  let spender = generous.subscribe(first: .max(1)) {
    $0.onValue = { _, count in count == 1 ? .unlimited : .none }
  }
  generous.produce(5)
  guard spender.values.count >= expected else {
    return generous.breach(
      expected: "\(expected) values or more: one asked for, and unlimited demand returned for it",
      seen: "\(spender.values.count)", at: generous.firstLine { $0.kind == .returned })
  }

  let (cancelled, line) = eventAfterACancel(trial, first: .max(1), returning: .max(5))
  guard let line else { return .held }
  if eventAfterACancel(trial, first: .max(6), returning: .none).line != nil {
    return .notExercised("it goes on after a cancel: see rule 21")
  }
  return cancelled.breach(
    expected: "demand returned after a cancel counts for nothing",
    seen: cancelled.history.lines[line].text, at: line)
}

/// The first value, or demand upstream, behind a cancel inside the first value.
private func eventAfterACancel(
  _ trial: Trial, first: Subscribers.Demand, returning returned: Subscribers.Demand
) -> (scene: Scene, line: Int?) {
  let scene = trial.scene()
  let probe = scene.subscribe(first: first) {
    $0.onValue = { probe, _ in
      probe.cancel()
      return returned
    }
  }
  scene.produce(5)
  let line = probe.lineAfterCancel.flatMap { start in
    scene.firstLine(from: start) {
      $0.kind == .value || $0.isUpstream && [.request, .returned].contains($0.kind)
    }
  }
  return (scene, line)
}

// MARK: Mutants

private final class ForgetsReturned: Outlet, @unchecked Sendable {
  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    _ = downstream.receive(value)
    return .none
  }
}

private final class CountsTwice: Link, @unchecked Sendable {
  override func receive(_ value: Int) -> Subscribers.Demand {
    let demand = super.receive(value)
    request(demand)
    return demand
  }
}

private final class LimitsReturned: Outlet, @unchecked Sendable {
  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    .max(super.deliver(value, to: downstream).max ?? 0)
  }
}
