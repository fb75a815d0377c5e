import OpenCombineShim
import Playground

extension Rule {
  static let rule39 = Rule(
    39, applies: [.operator],
    sentence: """
      Replay joins live values with no gap and no duplicate.
      """,
    cause: """
      If the buffer is copied first and the subscriber listed later, a value in between is lost;
      the other way round it comes twice.
      """,
    mend: """
      Do both in one hold of the publisher's lock, add live values to the buffer and the queues
      under that lock too, and drain only after `receive(subscription:)`.
      """,
    check: rule39Check,
    mutants: [
      Mutant(
        "an operator that copies its buffer, hands over the subscription and lists it behind that"
      ) {
        .operator("ListsLater", .replaying) { ListsLater(capacity: 2, upstream: $0) }
      },
      Mutant(
        "an operator that lists the subscription, hands it over and copies its buffer behind that"
      ) {
        .operator("CopiesLater", .replaying) { CopiesLater(capacity: 2, upstream: $0) }
      },
      Mutant("an operator that replays what is asked for at once, and drops the rest") {
        .operator("DropsTheRest", .replaying) { DropsTheRest(capacity: 2, upstream: $0) }
      },
    ])
}

private let rule39Check: Check = { trial in
  guard let capacity = trial.thing.facts.replay else { return .notApplicable("it replays nothing") }
  let scene = trial.scene()
  let early = scene.subscribe("early", first: .unlimited)
  scene.produce(5)
  let count = early.values.count
  guard count > 1, Set(early.values).count == count else {
    return .notExercised("fewer than two values came, or some that look the same")
  }
  let late = scene.subscribe("late", first: .unlimited)
  guard late.values.count == min(capacity, count) else {
    return scene.breach(
      expected: "\(min(capacity, count)) values replayed", seen: "\(late.values.count)", at: nil)
  }
  return askingLater(trial, late.values) ?? subscribingInside(trial)
    ?? trial.breachInRaces { scene in
      let early = scene.subscribe("early", first: .unlimited)
      scene.produce(2)
      let late = Late()
      return Race("values against subscribe", { scene.produce(4) }) {
        late.probe = scene.subscribe("late", first: .unlimited)
      } judge: {
        scene.produce()
        return late.probe.flatMap { gap(in: scene, of: $0, behind: early) }
      }
    } ?? .held
}

/// The whole replay is for whoever asks for it bit by bit, too.
private func askingLater(_ trial: Trial, _ replay: [String]) -> Verdict? {
  for first in [Subscribers.Demand.none, .max(1)] {
    let scene = trial.scene()
    scene.subscribe("early", first: .unlimited)
    scene.produce(5)
    let late = scene.subscribe("late", first: first)
    late.request(.unlimited)
    guard late.values.count == replay.count else {
      return scene.breach(
        expected: "\(replay.count) values replayed, whenever they are asked for",
        seen: "\(late.values.count)", at: nil)
    }
  }
  return nil
}

/// A subscriber that arrives inside `receive(_:)` gets the value in progress once.
private func subscribingInside(_ trial: Trial) -> Verdict? {
  let scene = trial.scene()
  let late = Late()
  let early = scene.subscribe("early", first: .unlimited) {
    $0.onValue = { _, count in
      if count == 3 { late.probe = scene.subscribe("late", first: .unlimited) }
      return .none
    }
  }
  scene.produce(5)
  return late.probe.flatMap { gap(in: scene, of: $0, behind: early) }
}

/// The first value of a late probe that does not follow the one before it as the early one saw them,
/// or that is missing behind them.
private func gap(in scene: Scene, of late: Probe, behind early: Probe) -> Verdict? {
  let values = late.values
  let due = Array(early.values.drop { $0 != values.first })
  let lines = scene.history.lines
  let places = lines.indices.filter { lines[$0].probe == late.name && lines[$0].kind == .value }
  for (index, place) in places.enumerated() {
    guard index >= due.count || values[index] != due[index] else { continue }
    let expected =
      index < due.count ? "\(due[index]) behind \(due[index - 1])" : "what the early one sees"
    return scene.breach(expected: expected, seen: values[index], at: place)
  }
  guard let last = values.last, values.count < due.count else { return nil }
  return scene.breach(
    expected: "values up to \(due[due.count - 1])", seen: "\(last) is the last one", at: nil)
}

// MARK: Mutants

private final class ListsLater: Replaying, @unchecked Sendable {
  override func join(_ outlet: Outlet) {
    for value in lock.withLock({ latest }) { outlet.accept(value) }
  }

  override func settle(_ outlet: Outlet) {
    guard outlet.lock.withLock({ outlet.downstream != nil }) else { return }
    lock.withLock {
      outlets.append(outlet)
      if let completion { outlet.accept(completion) }
    }
  }
}

private final class CopiesLater: Replaying, @unchecked Sendable {
  override func join(_ outlet: Outlet) {
    lock.withLock { outlets.append(outlet) }
  }

  override func settle(_ outlet: Outlet) {
    for value in lock.withLock({ latest }) { outlet.accept(value) }
    lock.withLock { if let completion { outlet.accept(completion) } }
  }
}

private final class DropsTheRest: Replaying, @unchecked Sendable {
  override func settle(_ outlet: Outlet) {
    outlet.lock.withLock {
      var asked = Queue<Int>()
      var left = outlet.demand.max ?? .max
      while left > 0, let value = outlet.waiting.popFirst() {
        asked.append(value)
        left -= 1
      }
      outlet.waiting = asked
    }
  }
}
