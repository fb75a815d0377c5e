import Foundation
import OpenCombineShim

extension Rule {
  static let rule21 = Rule(
    21, applies: [.publisher, .operator, .subject], reactiveStreams: ["2.8", "3.12"],
    sentence: """
      After `cancel()` returns, the calling thread delivers nothing more, and any other thread at
      most what it had in flight.
      """,
    cause: """
      A thread that takes several values at once delivers them all, even if its own call to one
      subscriber has cancelled another. Only what another thread has in flight, a value or the
      completion, can't be called back.
      """,
    mend: """
      Clear demand and queue under the lock, and let an operator that has run a closure look at
      its state again: the closure may have cancelled.
      """,
    check: rule21Check,
    mutants: [
      Mutant("a subject that takes a value for everybody before it delivers to anybody") {
        .subject("TakesForAll") { TakesForAll() }
      },
      .publisher(
        "an outlet that leaves a cancel to the thread that delivers", CancelsBehindTheDrain.self),
    ])
}

private let rule21Check: Check = { trial in
  let scene = trial.scene()
  let probe = scene.subscribe(first: .unlimited)
  scene.produce()
  let isExercised = !probe.values.isEmpty
  probe.cancel()
  scene.produce(2)
  scene.finish()
  if let breach = breach(in: scene, of: probe, inFlight: 0) { return breach }
  return cancellingOnTheWay(trial) ?? cancellingInside(trial) ?? cancellingASibling(trial)
    ?? racing(trial)
    ?? (isExercised ? .held : .notExercised("no value came before the cancel"))
}

/// While an operator on a scheduler has a value that it has not sent on.
private func cancellingOnTheWay(_ trial: Trial) -> Verdict? {
  guard trial.thing.kind == .operator else { return nil }
  let scene = trial.scene()
  let probe = scene.subscribe(first: .unlimited)
  scene.connect()
  scene.upstream.send(scene.nextNumber())
  probe.cancel()
  scene.letTimePass(intervals: 1)
  return breach(in: scene, of: probe, inFlight: 0)
}

/// Inside the last value, behind which the end comes.
private func cancellingInside(_ trial: Trial) -> Verdict? {
  let all = trial.scene()
  let probeOfAll = all.subscribe(first: .unlimited)
  all.produce(2)
  all.finish()
  let last = trial.thing.kind == .publisher ? probeOfAll.values.count : 1
  let scene = trial.scene()
  let probe = scene.subscribe(first: .unlimited) {
    $0.onValue = { probe, number in
      guard number == last else { return .none }
      probe.cancel()
      if scene.thing.kind != .publisher { scene.finish() }
      return .none
    }
  }
  scene.produce(2)
  scene.finish()
  return breach(in: scene, of: probe, inFlight: 0)
}

/// Whoever gets the first value cancels the others, which have got nothing yet.
private func cancellingASibling(_ trial: Trial) -> Verdict? {
  let scene = trial.scene()
  let probes = Guarded<[Probe]>([])
  for name in ["first", "second"] {
    let probe = scene.subscribe(name, first: .unlimited) {
      $0.onValue = { receiver, count in
        guard count == 1 else { return .none }
        for probe in probes.value where probe !== receiver && probe.values.isEmpty {
          probe.cancel()
        }
        return .none
      }
    }
    probes.change { $0.append(probe) }
  }
  scene.produce(2)
  return probes.value.lazy.compactMap { breach(in: scene, of: $0, inFlight: 0) }.first
}

private func racing(_ trial: Trial) -> Verdict? {
  let staysSilent = trial.staysSilentWhenCancelledInside
  return trial.breachInRaces { scene in
    let probe = scene.subscribe(first: .unlimited)
    scene.connect()
    return Race("cancel against values", { scene.produce(4) }, { probe.cancel() }) {
      breach(in: scene, of: probe, inFlight: 1)
    }
  }
    ?? trial.breachInRaces { scene in
      guard staysSilent else { return nil }
      let probe = scene.subscribe(first: .none)
      scene.produce(10)
      return Race("cancel against request", { probe.request(.unlimited) }, { probe.cancel() }) {
        breach(in: scene, of: probe, inFlight: 1)
      }
    }
}

private func breach(in scene: Scene, of probe: Probe, inFlight: Int) -> Verdict? {
  guard let start = probe.lineAfterCancel else { return nil }
  let lines = scene.history.lines
  let late = lines.indices.dropFirst(start).filter {
    lines[$0].probe == probe.name && Set<History.Line.Kind>.events.contains(lines[$0].kind)
  }
  guard late.count > inFlight else { return nil }
  return scene.breach(
    expected: inFlight == 0
      ? "nothing after the cancel has returned" : "at most one event after the cancel has returned",
    seen: lines[late[inFlight]].text, at: late[inFlight])
}

// MARK: Mutants

private final class TakesForAll: Relay, @unchecked Sendable {
  override func publish(_ accept: (Outlet) -> Void) {
    lock.lock()
    let receivers = outlets
    for outlet in receivers { accept(outlet) }
    lock.unlock()
    let taken = receivers.map { ($0, $0.next(adding: nil)) }
    for (outlet, event) in taken { outlet.drain(from: event) }
  }
}

private final class CancelsBehindTheDrain: Outlet, @unchecked Sendable {
  private var isCancelled = false  // guarded by the lock, as is what follows
  private var thread: Thread?

  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    lock.withLock { thread = Thread.current }
    return super.deliver(value, to: downstream)
  }

  override func cancel() {
    let isBusyElsewhere = lock.withLock {
      isCancelled = true
      return isEmitting && thread != nil && thread !== Thread.current
    }
    if !isBusyElsewhere { super.cancel() }
  }

  override func drain(from first: Event?) {
    super.drain(from: first)
    if lock.withLock({ isCancelled }) { super.cancel() }
  }
}
