extension Rule {
  static let rule34 = Rule(
    34, applies: [.operator, .subject],
    sentence: """
      All subscribers see events in one order, even when a subscriber sends from inside a
      callback.
      """,
    cause: """
      If each value is delivered to one subscriber after the other, a nested send reaches the
      later ones before the value that caused it.
      """,
    mend: """
      Work in two phases, so that the lock decides the order for all.
      """,
    check: rule34Check,
    mutants: [
      Mutant("a subject that serves one subscriber after the other") {
        .subject("OneByOne") { OneByOne() }
      }
    ])
}

private let rule34Check: Check = { trial in
  if trial.thing.kind == .operator, !trial.thing.facts.isShared {
    return .notApplicable("each of its subscribers has an upstream of its own")
  }
  // Some serve their subscribers in an order that chance decides: often enough, the sender is first.
  for sender in Array(repeating: "first", count: 24) + ["second"] {
    let scene = trial.scene()
    var toSend = 0
    let probes = ["first", "second"].map { name in
      scene.subscribe(name, first: .unlimited) {
        $0.onValue = { _, _ in
          if name == sender, toSend > 0 {
            toSend -= 1
            scene.produce()
          }
          return .none
        }
      }
    }
    let start = scene.history.count
    let before = probes.map(\.values.count)
    toSend = 2
    scene.produce(2)
    let values = zip(probes, before).map { Array($0.values.dropFirst($1)) }
    guard values[0].count > 1 else { return .notExercised("fewer than two values came") }
    guard values[0] == values[1] else {
      if trial.valuesDifferInEachRun { return .notExercised("its values differ in each run") }
      return scene.breach(
        expected: "one order for all: \(values[0].joined(separator: " "))",
        seen: "second: \(values[1].joined(separator: " "))",
        at: scene.firstLine(from: start) { $0.kind == .value && $0.probe == "second" })
    }
  }
  return .held
}

// MARK: A mutant

private final class OneByOne: Relay, @unchecked Sendable {
  override func publish(_ accept: (Outlet) -> Void) {
    for outlet in lock.withLock({ outlets }) {
      accept(outlet)
      outlet.drain()
    }
  }
}
