import OpenCombineShim

extension Rule {
  static let rule22 = Rule(
    22, applies: [.publisher, .operator, .subject],
    sentence: """
      A cancel inside `receive(_:)` stops the running drain at once.
      """,
    cause: """
      A loop over a local copy of the queue, or over the elements of a sequence, sends the rest as
      well.
      """,
    mend: """
      The drain must look at the state under the lock before every single value.
      """,
    check: rule22Check,
    mutants: [
      .publisher("an outlet that sends from a copy of its queue", SendsACopy.self)
    ])
}

private let rule22Check: Check = { trial in
  let control = trial.scene()
  control.subscribe(first: .unlimited)
  control.produce(4)
  guard control.count(where: { [.value, .completion].contains($0.kind) }) > 1 else {
    return .notExercised("nothing comes behind the first value")
  }
  var isExercised = false
  for waits in [false, true] {
    let scene = trial.scene()
    var isCancelled = false
    let probe = scene.subscribe(first: waits ? .none : .unlimited) {
      $0.onValue = { probe, _ in
        guard !isCancelled, probe.subscriptionCount > 0 else { return .none }
        isCancelled = true
        if !waits { scene.produce(2) }
        probe.cancel()
        return .max(3)
      }
    }
    scene.produce(4)
    if waits { probe.request(.unlimited) }
    scene.produce(2)
    guard let start = probe.lineAfterCancel else { continue }
    if let line = scene.firstLine(from: start, where: { [.value, .completion].contains($0.kind) }) {
      return scene.breach(
        expected: "nothing after the cancel inside receive(_:)",
        seen: scene.history.lines[line].text, at: line)
    }
    isExercised = true
  }
  return isExercised ? .held : .notExercised("no value came")
}

// MARK: A mutant

private final class SendsACopy: Outlet, @unchecked Sendable {
  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    var copy = [value]
    lock.withLock {
      while demand > .none, let value = waiting.popFirst() {
        demand -= 1
        copy.append(value)
      }
    }
    return copy.reduce(.none) { $0 + downstream.receive($1) }
  }
}
