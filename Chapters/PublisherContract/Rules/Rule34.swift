import Foundation

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
      },
      Mutant("a subject that holds nested sends back, and not those of another thread") {
        .subject("HoldsNestedBack") { HoldsNestedBack() }
      },
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
  return breachInRaces(trial) ?? .held
}

/// Two threads send, and whoever gets the same values gets them in one order.
private func breachInRaces(_ trial: Trial) -> Verdict? {
  guard trial.thing.kind == .subject else { return nil }
  var isOverlapping = false  // which breaks rule 31, and leaves no order
  return trial.breachInRaces { scene in
    let first = scene.subscribe("first", first: .unlimited)
    // Those in between take time, in which the other thread can come first to the second one.
    for number in 1...8 { scene.subscribe("idle \(number)", first: .none) }
    let second = scene.subscribe("second", first: .unlimited)
    let before = [first, second].map(\.values.count)
    return Race("send against send", { scene.produce(3) }, { scene.produce(3) }) {
      let values = zip([first, second], before).map { Array($0.values.dropFirst($1)) }
      if [first, second].contains(where: { $0.overlap != nil }) { isOverlapping = true }
      guard !isOverlapping, values[0] != values[1], values[0].sorted() == values[1].sorted()
      else { return nil }
      return scene.breach(
        expected: "one order for all: \(values[0].joined(separator: " "))",
        seen: "second: \(values[1].joined(separator: " "))",
        at: scene.firstLine { $0.kind == .value && $0.probe == "second" })
    }
  }
}

// MARK: Mutants

private final class OneByOne: Relay, @unchecked Sendable {
  override func publish(_ accept: (Outlet) -> Void) {
    for outlet in lock.withLock({ outlets }) {
      accept(outlet)
      outlet.drain()
    }
  }
}

private final class HoldsNestedBack: Relay, @unchecked Sendable {
  private var held: [Thread: [Int]] = [:]  // guarded by the lock

  override func send(_ value: Int) {
    let isNested = lock.withLock {
      held[.current, default: []].append(value)
      return held[.current, default: []].count > 1
    }
    if isNested { return }
    while let value = lock.withLock({ held[.current]?.first }) {
      for outlet in lock.withLock({ outlets }) {
        outlet.accept(value)
        outlet.drain()
      }
      lock.withLock {
        held[.current]?.removeFirst()
        if held[.current]?.isEmpty == true { held[.current] = nil }
      }
    }
  }
}
