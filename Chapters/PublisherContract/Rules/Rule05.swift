import OpenCombineShim

extension Rule {
  static let rule05 = Rule(
    5, applies: [.publisher, .operator, .subject], reactiveStreams: ["1.1"],
    sentence: """
      A subscriber never receives more values than it has requested and returned demand for.
      """,
    cause: """
      A first draft sends whatever it has. In a second one two threads spend the same demand, if one
      checks it and unlocks before it subtracts.
      """,
    mend: """
      Check, subtract and take the value in one hold of the lock, before calling `receive(_:)`.
      """,
    check: rule05Check,
    mutants: [
      .publisher("an outlet that sends whatever it has", SendsAll.self),
      .operator(
        "an operator that asks for everything and passes it on", AsksForAll.self,
        alsoBreaks: [14: "it asks upstream for more than it is asked"]),
    ])
}

private let rule05Check: Check = { trial in
  var isExercised = false
  for first in [Subscribers.Demand.none, .max(1), .max(2)] {
    let scene = trial.scene()
    let probe = scene.subscribe(first: first)
    scene.produce(4)
    probe.request(.max(1))
    scene.produce(4)
    if let line = scene.lineBeyondDemand {
      return scene.breach(
        expected: "no more values than were asked for",
        seen: "a value while nothing was owed", at: line)
    }
    if !probe.values.isEmpty { isExercised = true }
  }
  return isExercised ? .held : .notExercised("no value came")
}

// MARK: Mutants

final class SendsAll: Outlet, @unchecked Sendable {
  override func takeEvent() -> Event? {
    guard let downstream else { return nil }
    if let value = waiting.popFirst() { return .value(value, downstream) }
    return completion.map { .completion($0, downstream) }
  }
}

private final class AsksForAll: Link, @unchecked Sendable {
  override func request(_ demand: Subscribers.Demand) {
    if demand > .none { super.request(.unlimited) }
  }
}
