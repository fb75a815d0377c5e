import OpenCombineShim

extension Rule {
  static let rule13 = Rule(
    13, applies: [.publisher, .operator, .subject], reactiveStreams: ["3.3"],
    sentence: """
      The depth of recursion is bounded, whatever the number of values.
      """,
    cause: """
      If `request(_:)` calls `receive(_:)`, which calls `request(_:)`, ten thousand values
      overflow the stack.
      """,
    mend: """
      With one drain loop and an emitting flag, the inner request only adds demand and returns.
      """,
    check: rule13Check,
    mutants: [
      .publisher("an outlet that sends from inside request(_:)", SendsInside.self),
      .subject(
        "a subject that sends from inside request(_:)", SendsInside.self,
        alsoBreaks: .rules([18, 31], because: "two threads can deliver at the same time")),
    ])
}

private let rule13Check: Check = { trial in
  let whenTheyWait = askingInside(trial, first: .none)
  guard case .notExercised = whenTheyWait else { return whenTheyWait }
  return askingInside(trial, first: .max(1))  // where they are dropped instead
}

/// Asks for one more inside each value: behind many that wait for it, or from the first one on.
private func askingInside(_ trial: Trial, first: Subscribers.Demand) -> Verdict {
  let bound = 16
  let scene = trial.scene()
  let probe = scene.subscribe(first: first) {
    $0.onValue = { probe, _ in
      if probe.recursionDepth <= bound { probe.request(.max(1)) }
      return .none
    }
  }
  if first == .none {
    // A real timer would take too long for so many.
    let many = min(max(2 * bound, trial.effort.values), 10_000)
    let most = trial.thing.isRealTime ? 2 * bound : many
    scene.produce(min(trial.thing.facts.end ?? most, most))
    probe.request(.max(1))
  }
  scene.produce(bound + 4)
  guard probe.recursionDepth <= bound else {
    let line = scene.firstLine { $0.kind == .value }
    return scene.breach(
      expected: "a request inside receive(_:) returns before the next value comes",
      seen: "\(probe.recursionDepth) calls of receive(_:) inside one another", at: line)
  }
  return probe.values.count > bound
    ? .held : .notExercised("it takes \(bound + 1) values; so many came: \(probe.values.count)")
}

// MARK: Mutants

private final class SendsInside: Outlet, @unchecked Sendable {
  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    lock.withLock { isEmitting = false }
    return super.deliver(value, to: downstream)
  }
}
