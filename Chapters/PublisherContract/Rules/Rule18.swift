import OpenCombineShim

extension Rule {
  static let rule18 = Rule(
    18, applies: [.publisher, .operator, .subject], reactiveStreams: ["1.7"],
    sentence: """
      Nothing follows the completion, neither from a re-entrant call nor from another thread.
      """,
    cause: """
      A thread that took a value just before the end can deliver it just after.
      """,
    mend: """
      Mark the end under the lock first, and let only the drain that holds the emitting flag
      deliver the completion.
      """,
    check: rule18Check,
    mutants: [
      .subject(
        "a subject that completes past the drain", CompletesPastTheDrain.self,
        alsoBreaks: [31: "the value that overtakes is still being received"]),
      .publisher(
        "a timer that ticks on behind its end", TicksOn.self,
        alsoBreaks: [28: "it has to keep its subscriber for that"]),
    ])
}

private let rule18Check: Check = { trial in
  var isExercised = false
  for place in Place.allCases {
    let scene = trial.scene()
    let probe = endInside(place, scene)
    if let line = scene.eventAfterCompletion(of: "probe") {
      return breach(in: scene, at: line)
    }
    if probe.isComplete { isExercised = true }
  }
  return breachInRaces(trial) ?? (isExercised ? .held : .notExercised("no completion came"))
}

private enum Place: CaseIterable { case outside, value, completion }

/// Has the end come at a place, and then more values made.
private func endInside(_ place: Place, _ scene: Scene) -> Probe {
  let isFed = scene.thing.kind != .publisher
  let probe = scene.subscribe(first: .unlimited) {
    $0.onValue = { _, count in
      guard isFed, place == .value, count == 1 else { return .none }
      scene.finish()
      scene.produce(2)
      return .max(1)
    }
    $0.onCompletion = { probe in
      guard place == .completion else { return }
      if isFed { scene.produce(2) }
      probe.request(.max(1))
    }
  }
  scene.produce(2)
  scene.finish()
  scene.produce(2)
  return probe
}

private func breachInRaces(_ trial: Trial) -> Verdict? {
  trial.breachInRaces { scene in
    let probe = scene.subscribe(first: trial.thing.kind == .publisher ? .max(2) : .unlimited)
    scene.produce()
    guard scene.canFinish else { return nil }
    let judge = {
      scene.eventAfterCompletion(of: "probe").flatMap { breach(in: scene, at: $0) }
    }
    if trial.thing.kind == .publisher {
      return Race("end against request", scene.finish, { probe.request(.unlimited) }, judge: judge)
    }
    return Race("end against values", scene.finish, { scene.produce(3) }, judge: judge)
  }
    ?? trial.breachInRaces { scene in
      let probe = scene.subscribe(first: .max(1))
      scene.produce(3)
      guard scene.canFinish, trial.thing.kind != .publisher else { return nil }
      return Race("end against request", scene.finish) {
        probe.request(.unlimited)
      } judge: {
        scene.eventAfterCompletion(of: "probe").flatMap { breach(in: scene, at: $0) }
      }
    }
}

private func breach(in scene: Scene, at line: Int) -> Verdict {
  scene.breach(
    expected: "nothing behind the completion", seen: scene.history.lines[line].text, at: line)
}

// MARK: Mutants

private final class CompletesPastTheDrain: Outlet, @unchecked Sendable {
  override func drain() {
    let last = lock.withLock { () -> (Completion, Downstream)? in
      guard waiting.isEmpty, let completion, let downstream else { return nil }
      self.downstream = nil
      return (completion, downstream)
    }
    guard let (completion, downstream) = last else { return super.drain() }
    end()
    downstream.receive(completion: completion)
  }
}

private final class TicksOn: Outlet, @unchecked Sendable {
  override func drain() {
    var returned: Subscribers.Demand?
    while let event = next(adding: returned) {
      switch event {
      case .value(let value, let downstream):
        returned = deliver(value, to: downstream)
      case .completion(let completion, let downstream):
        downstream.receive(completion: completion)
        lock.withLock { self.completion = nil }
        returned = Subscribers.Demand.none
      }
    }
  }
}
