import OpenCombineShim

extension Rule {
  static let rule14 = Rule(
    14, applies: [.operator],
    sentence: """
      An operator asks upstream for exactly the demand it documents.
      """,
    cause: """
      An operator that requests unlimited demand and drops what nobody asked for loses values in
      silence.
      """,
    mend: """
      Pass demand on, make up for each value you swallow by returning `.max(1)`, or document your
      buffer.
      """,
    check: rule14Check,
    mutants: [
      .operator("an operator that asks for everything and drops what nobody asked for", Drops.self),
      Mutant("an operator with a buffer that it does not document") {
        .operator("Undocumented") { Buffering(upstream: $0) }
      },
      .operator("an operator that takes unlimited demand for a hundred", TakesForHundred.self),
    ])
}

private let rule14Check: Check = { trial in
  switch trial.thing.facts.upstreamDemand {
  case .same: owesTheSame(trial)
  case .unlimited: asks(trial) { _ in .unlimited }
  case .total(let total): asks(trial, total)
  case .other(let reason): .notApplicable(reason)
  }
}

/// What upstream owes is at any time what is owed downstream, until the end: who swallows a value
/// asks for one more.
private func owesTheSame(_ trial: Trial) -> Verdict {
  if let breach = breachWithoutDemand(trial) { return breach }
  var isExercised = false
  for first in [Subscribers.Demand.max(2), .unlimited] {
    let scene = trial.scene()
    let probe = scene.subscribe(first: first) {
      $0.onValue = { _, count in count == 1 ? .max(1) : .none }
    }
    for act in [{ scene.connect() }, { scene.produce(2) }, { probe.request(.max(3)) }] {
      act()
      guard !probe.isComplete, !scene.upstream.hasEnded else { break }
      let (expected, seen) = (probe.owing, scene.upstream.owing)
      guard seen == expected else {
        return scene.breach(
          expected: "upstream owes what is owed downstream: \(expected.amount)",
          seen: seen.amount, at: scene.firstLine { $0.isUpstream && $0.kind == .request })
      }
    }
    if !probe.values.isEmpty { isExercised = true }
  }
  return isExercised ? .held : .notExercised("no value came")
}

/// In all, it asks upstream for what it documents.
private func asks(
  _ trial: Trial, _ total: (Subscribers.Demand) -> Subscribers.Demand
) -> Verdict {
  if total(.none) == .none, let breach = breachWithoutDemand(trial) { return breach }
  for first in [Subscribers.Demand.max(2), .unlimited] {
    let scene = trial.scene()
    let probe = scene.subscribe(first: first) {
      $0.onValue = { _, count in count == 1 ? .max(1) : .none }
    }
    scene.produce(2)
    probe.request(.max(3))
    guard !probe.values.isEmpty else { return .notExercised("no value came") }
    let (expected, seen) = (text(of: total(first + 4)), scene.askedUpstream)
    guard seen == expected else {
      return scene.breach(
        expected: "\(expected) asked for upstream in all", seen: seen,
        at: scene.firstLine { $0.isUpstream && $0.kind == .request })
    }
  }
  return .held
}

private func breachWithoutDemand(_ trial: Trial) -> Verdict? {
  let idle = trial.scene()
  idle.subscribe(first: .none)
  return idle.firstLine { $0.isUpstream && $0.kind == .request }.map { line in
    idle.breach(
      expected: "no request upstream before there is one downstream",
      seen: idle.history.lines[line].text, at: line)
  }
}

// MARK: Mutants

private final class Drops: Link, @unchecked Sendable {
  private var demand = Subscribers.Demand.none  // guarded by the lock

  override func receive(subscription: Subscription) {
    super.receive(subscription: subscription)
    super.request(.unlimited)
  }

  override func request(_ demand: Subscribers.Demand) {
    lock.withLock { self.demand += demand }
  }

  override func receive(_ value: Int) -> Subscribers.Demand {
    let isWanted = lock.withLock {
      guard demand > .none else { return false }
      demand -= 1
      return true
    }
    guard isWanted else { return .none }
    let returned = super.receive(value)
    lock.withLock { demand += returned }
    return .none
  }
}

private final class TakesForHundred: Link, @unchecked Sendable {
  override func request(_ demand: Subscribers.Demand) {
    super.request(.max(demand.max ?? 100))
  }
}
