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
    ])
}

private let rule14Check: Check = { trial in
  let total: (Subscribers.Demand) -> Subscribers.Demand
  switch trial.thing.facts.upstreamDemand {
  case .same: total = { $0 }
  case .unlimited: total = { _ in .unlimited }
  case .total(let other): total = other
  case .other(let reason): return .notApplicable(reason)
  }
  let idle = trial.scene()
  idle.subscribe(first: .none)
  if total(.none) == .none,
    let line = idle.firstLine(where: { $0.isUpstream && $0.kind == .request })
  {
    return idle.breach(
      expected: "no request upstream before there is one downstream",
      seen: idle.history.lines[line].text, at: line)
  }
  let scene = trial.scene()
  let probe = scene.subscribe(first: .max(2)) {
    $0.onValue = { _, count in count == 1 ? .max(1) : .none }
  }
  scene.produce(2)
  probe.request(.max(3))
  guard !probe.values.isEmpty else { return .notExercised("no value came") }
  let (expected, seen) = (text(of: total(.max(6))), scene.askedUpstream)
  guard seen == expected else {
    return scene.breach(
      expected: "\(expected) asked for upstream in all", seen: seen,
      at: scene.firstLine { $0.isUpstream && $0.kind == .request })
  }
  return .held
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
