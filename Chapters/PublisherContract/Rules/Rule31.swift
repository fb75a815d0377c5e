import Foundation
import OpenCombineShim

extension Rule {
  static let rule31 = Rule(
    31, applies: [.publisher, .operator, .subject], reactiveStreams: ["1.3"],
    sentence: """
      Calls to one downstream never overlap across threads.
      """,
    cause: """
      Subscribers rely on this and have no lock for it. The mistake is to deliver on whatever thread
      a call comes from, while another one is delivering.
      """,
    mend: """
      The emitting flag does it: one thread drains, the others add to the queue. An operator
      inherits this from a single upstream, unless it has a scheduler of its own.
      """,
    check: rule31Check,
    mutants: [
      .subject("an outlet with an emitting flag for each thread", HasAFlagPerThread.self),
      .subject("an outlet that is open before it has been handed over", OpensEarly.self),
    ])
}

private let rule31Check: Check = { trial in
  let scene = trial.scene()
  let probe = scene.subscribe(first: .max(1))
  scene.produce()
  let isExercised = !probe.values.isEmpty
  return racing(trial) ?? (isExercised ? .held : .notExercised("no value came"))
}

private func racing(_ trial: Trial) -> Verdict? {
  trial.breachInRaces { scene in
    let probe = scene.subscribe(first: .max(1), dawdling)
    scene.connect()
    return Race("values against request", { scene.produce(3) }, { probe.request(.max(2)) }) {
      overlap(in: scene, of: probe)
    }
  } ?? trial.breachInRaces { scene in
    guard trial.thing.kind != .publisher else { return nil }
    let probe = scene.subscribe(first: .unlimited, dawdling)
    scene.connect()
    return Race("values against values", { scene.produce(2) }, { scene.produce(2) }) {
      overlap(in: scene, of: probe)
    }
  } ?? trial.breachInRaces { scene in
    guard trial.thing.kind != .publisher else { return nil }
    let probe = scene.subscribe(first: .unlimited, dawdling)
    scene.connect()
    return Race("values against end", { scene.produce(3) }, scene.finish) {
      overlap(in: scene, of: probe)
    }
  }
    ?? trial.breachInRaces { scene in
      scene.subscribe("early", first: .unlimited)
      scene.produce()
      let late = Late()
      return Race(
        "values against subscribe", { scene.produce(3) },
        { late.probe = scene.subscribe("late", first: .unlimited, dawdling) }
      ) { late.probe.flatMap { overlap(in: scene, of: $0) } }
    }
}

/// Lets the other thread run inside each call.
private func dawdling(_ script: inout Probe.Script) {
  script.onSubscription = { _ in sched_yield() }
  script.onValue = { _, _ in
    sched_yield()
    return .none
  }
}

private func overlap(in scene: Scene, of probe: Probe) -> Verdict? {
  probe.overlap.map {
    scene.breach(
      expected: "one call after the other", seen: "a call while another thread was inside one",
      at: $0)
  }
}

// MARK: Mutants

private final class HasAFlagPerThread: Outlet, @unchecked Sendable {
  private var emitting: Set<ObjectIdentifier> = []  // guarded by the lock

  override func next(adding returned: Subscribers.Demand?) -> Event? {
    let thread = ObjectIdentifier(Thread.current)
    lock.lock()
    defer { lock.unlock() }
    if let returned {
      if downstream != nil { demand += returned }
      emitting.remove(thread)
    } else if isEmitting || emitting.contains(thread) {
      return nil
    }
    let event = takeEvent()
    if event != nil { emitting.insert(thread) }
    return event
  }

  override func takeEvent() -> Event? {
    let event = super.takeEvent()
    if case .completion = event, !emitting.isEmpty { return nil }  // whoever is last completes
    return event
  }
}

private final class OpensEarly: Outlet, @unchecked Sendable {
  required init(_ downstream: Downstream) {
    super.init(downstream)
    isEmitting = false
  }
}
