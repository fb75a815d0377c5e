import Foundation
import OpenCombineShim

extension Rule {
  static let rule15 = Rule(
    15, applies: [.publisher, .operator, .subject], reactiveStreams: ["1.7"],
    sentence: """
      A subscriber receives at most one completion.
      """,
    cause: """
      A first draft completes again on each request after the end.
      """,
    mend: """
      Take the subscriber out of its property under the lock when you complete, so that whoever
      comes second finds `nil`.
      """,
    check: rule15Check,
    mutants: [
      .publisher(
        "an outlet that completes again when it is asked after the end", CompletesAgain.self,
        alsoBreaks: [
          19: "that is a request after the completion",
          28: "it has to keep the subscriber for that",
        ]),
      .publisher(
        "an outlet that tells whoever asks inside the completion once more", TellsWhoAsks.self),
      .publisher("an outlet that two threads can complete", BothComplete.self),
      .subject("a subject whose outlets two threads can complete", BothComplete.self),
    ])
}

private let rule15Check: Check = { trial in
  var isExercised = false
  for ending in trial.endings {
    let scene = trial.scene()
    let probe = scene.subscribe(first: .unlimited) {
      $0.onCompletion = { probe in
        guard scene.count(where: { $0.kind == .completion }) == 1 else { return }
        probe.request(.max(1))
        if trial.thing.kind != .publisher { scene.finish() }
      }
    }
    scene.produce()
    scene.end(by: ending, of: probe)
    guard probe.isComplete else { continue }
    isExercised = true
    probe.request(.max(1))
    scene.produce()
    for again in trial.endings { scene.end(by: again, of: probe) }
    if let breach = breachOfOneCompletion(in: scene) { return breach }
  }
  guard isExercised else { return .notExercised("no completion came") }
  return breachInRaces(trial) ?? .held
}

private func breachInRaces(_ trial: Trial) -> Verdict? {
  if trial.thing.isRealTime { return nil }
  return trial.breachInRaces { scene in
    guard scene.canFinish else { return nil }
    let probe = almostFinished(scene)
    return Race("end against request", scene.finish, { probe.request(.unlimited) }) {
      breachOfOneCompletion(in: scene, of: probe)
    }
  }
    ?? trial.breachInRaces { scene in
      guard trial.thing.kind == .subject else { return nil }
      let probe = scene.subscribe(first: .unlimited)
      scene.produce()
      return Race("end against end", scene.finish, scene.finish) {
        breachOfOneCompletion(in: scene, of: probe)
      }
    }
}

/// Subscribes a probe that the end of a publisher is near, or that something fed has values for.
private func almostFinished(_ scene: Scene) -> Probe {
  guard scene.thing.kind == .publisher else {
    let probe = scene.subscribe(first: .max(1))
    scene.produce(3)
    return probe
  }
  let end = min(scene.thing.facts.end ?? 0, 20)
  let probe = scene.subscribe(first: .max(end))
  scene.connect()
  scene.letTimePass(intervals: max(0, end - 1))
  return probe
}

/// Calls that overlap may end it twice as well, which rule 31 tells.
private func breachOfOneCompletion(in scene: Scene, of probe: Probe) -> Verdict? {
  probe.overlap == nil ? breachOfOneCompletion(in: scene) : nil
}

private func breachOfOneCompletion(in scene: Scene) -> Verdict? {
  let lines = scene.history.lines
  let completions = lines.indices.filter { lines[$0].kind == .completion }
  guard completions.count > 1 else { return nil }
  return scene.breach(
    expected: "one completion", seen: "\(completions.count)", at: completions[1])
}

// MARK: Mutants

private final class CompletesAgain: Outlet, @unchecked Sendable {
  override func drain() {
    var returned: Subscribers.Demand?
    while let event = next(adding: returned) {
      switch event {
      case .value(let value, let downstream):
        returned = deliver(value, to: downstream)
      case .completion(let completion, let downstream):
        downstream.receive(completion: completion)
        lock.withLock { isEmitting = false }
        return
      }
    }
  }
}

private final class TellsWhoAsks: Outlet, @unchecked Sendable {
  private var isEnding = false  // guarded by the lock

  override func request(_ demand: Subscribers.Demand) {
    let asking = lock.withLock {
      defer { isEnding = false }
      return isEnding ? downstream : nil
    }
    asking?.receive(completion: .finished)
    super.request(demand)
  }

  override func drain(from first: Event?) {
    var event = first
    while let current = event {
      switch current {
      case .value(let value, let downstream):
        event = next(adding: deliver(value, to: downstream))
      case .completion(let completion, let downstream):
        lock.withLock { isEnding = true }
        downstream.receive(completion: completion)
        return end()
      }
    }
  }
}

private final class BothComplete: Outlet, @unchecked Sendable {
  override func drain() {
    super.drain()
    let last = lock.withLock { () -> (Completion, Downstream)? in
      guard !isEmitting, waiting.isEmpty, let completion, let downstream else { return nil }
      return (completion, downstream)
    }
    guard let (completion, downstream) = last else { return }
    sched_yield()
    end()
    downstream.receive(completion: completion)
  }

  override func takeEvent() -> Event? {
    let event = super.takeEvent()
    if case .completion = event { return nil }  // when all is sent
    return event
  }
}
