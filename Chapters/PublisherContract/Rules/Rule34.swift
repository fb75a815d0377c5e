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
  for sender in ["first", "second"] {
    let scene = trial.scene()
    let probes = ["first", "second"].map { name in
      scene.subscribe(name, first: .unlimited) {
        $0.onValue = { _, count in
          if name == sender, count <= 2 { scene.produce() }
          return .none
        }
      }
    }
    scene.produce(2)
    guard probes[0].values.count > 1 else { return .notExercised("fewer than two values came") }
    guard probes[0].values == probes[1].values else {
      return scene.breach(
        expected: "one order for all: \(probes[0].values.joined(separator: " "))",
        seen: "second: \(probes[1].values.joined(separator: " "))",
        at: scene.firstLine { $0.kind == .value && $0.probe == "second" })
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
