import OpenCombineShim

extension Rule {
  static let rule01 = Rule(
    1, applies: [.publisher, .operator, .subject], reactiveStreams: ["1.9"],
    sentence: """
      Each subscribe delivers exactly one subscription, before anything else, even where the
      publisher has already ended.
      """,
    cause: """
      The usual mistake is a finished publisher that sends its completion alone.
      """,
    mend: """
      Hand over a subscription first, and one of your own: `Subscriptions.empty` ignores
      `cancel()`, and a subscriber that cancels in `receive(subscription:)` would still be
      completed ([23](#rule-23)).
      """,
    check: rule01Check,
    mutants: [
      Mutant(
        "a finished subject that sends its completion alone",
        alsoBreaks: [2: "who subscribes inside the completion gets no subscription either"]
      ) { .subject("FinishedAlone") { FinishedAlone() } }
    ])
}

private let rule01Check: Check = { trial in
  for demand in [Subscribers.Demand.none, .max(1), .unlimited] {
    let scene = trial.scene()
    scene.subscribe("early", first: demand)
    scene.produce(2)
    scene.finish()
    scene.subscribe("late", first: demand)
    scene.produce()
    for name in ["early", "late"] {
      if let breach = breach(in: scene, of: name) { return breach }
    }
  }
  return .held
}

private func breach(in scene: Scene, of name: String) -> Verdict? {
  let lines = scene.history.lines
  let events = lines.indices.filter {
    lines[$0].probe == name && [.subscription, .value, .completion].contains(lines[$0].kind)
  }
  guard let first = events.first else {
    return scene.breach(
      expected: "\(name) receives a subscription", seen: "it receives nothing", at: nil)
  }
  guard lines[first].kind == .subscription else {
    return scene.breach(
      expected: "\(name) receives a subscription before anything else",
      seen: "it first receives: \(lines[first].text)", at: first)
  }
  if let second = events.dropFirst().first(where: { lines[$0].kind == .subscription }) {
    return scene.breach(
      expected: "\(name) receives one subscription", seen: "it receives a second one", at: second)
  }
  return nil
}

// MARK: A mutant

private final class FinishedAlone: Relay, @unchecked Sendable {
  override func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    if let completion = lock.withLock({ completion }) {
      subscriber.receive(completion: completion)
    } else {
      super.receive(subscriber: subscriber)
    }
  }
}
