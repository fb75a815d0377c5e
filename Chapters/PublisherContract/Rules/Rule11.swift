import Foundation
import OpenCombineShim

extension Rule {
  static let rule11 = Rule(
    11, applies: [.publisher, .operator, .subject],
    sentence: """
      Each subscriber's demand is its own.
      """,
    cause: """
      One counter for all lets a subscriber that asked for one value get what its sibling asked
      for.
      """,
    mend: """
      Keep the demand in the subscription, one for each subscriber, and not in the publisher.
      """,
    check: rule11Check,
    mutants: [
      Mutant("a subject with one count of demand for all", alsoBreaks: alsoBreaks) {
        .subject("Pooled") { Relay(outlet: pooledOutlets()) }
      },
      Mutant("a publisher with one count of demand for all", alsoBreaks: alsoBreaks) {
        .publisher("PooledNumbers", .reference) {
          Numbers(to: 20, on: $0, outlet: pooledOutlets())
        }
      },
      Mutant("a subject where one that asks for everything asks for all", alsoBreaks: alsoBreaks) {
        .subject("UnlimitedForAll") { Relay(outlet: outletsWithOneSwitch()) }
      },
    ])
}

private let rule11Check: Check = { trial in
  guard trial.keepsToARequestForOne else {
    return .notExercised("it sends more than is asked for: see rule 5")
  }
  // How many values make up everything is not certain in real time.
  for demand in [Subscribers.Demand.max(3), .unlimited].prefix(trial.thing.isRealTime ? 1 : 2) {
    let alone = trial.scene()
    let expected = alone.subscribe(first: demand)
    alone.produce(4)
    guard expected.values.count > 1 else {
      return .notExercised("fewer than two values came for a request of three")
    }
    let scene = trial.scene()
    scene.subscribe("one", first: .max(1))
    let more = scene.subscribe("more", first: demand)
    scene.produce(4)
    if let line = scene.lineBeyondDemand {
      return scene.breach(
        expected: "each subscriber receives what it has asked for",
        seen: "a value that its sibling asked for", at: line)
    }
    let (due, seen) = (expected.values.count, more.values.count)
    guard seen == due else {
      return scene.breach(
        expected: "\(due) values for the one that asks for more, as without a sibling",
        seen: "\(seen)", at: nil)
    }
  }
  return .held
}

// MARK: Mutants

private let alsoBreaks = [
  5: "what its sibling asked for is more than a subscriber has asked for"
]

/// Makes outlets that share one pool.
private func pooledOutlets() -> (Outlet.Downstream) -> Outlet {
  let pool = Pool()
  return {
    let outlet = PooledOutlet($0)
    outlet.pool = pool
    return outlet
  }
}

private final class Pool: @unchecked Sendable {
  private let lock = NSLock()  // guards the demand
  private var demand = Subscribers.Demand.none

  func add(_ more: Subscribers.Demand) {
    lock.withLock { demand += more }
  }

  /// Takes one from what all have asked for, where there is any.
  func take() -> Bool {
    lock.withLock {
      guard demand > .none else { return false }
      demand -= 1
      return true
    }
  }
}

private final class PooledOutlet: Outlet, @unchecked Sendable {
  var pool = Pool()

  override func request(_ demand: Subscribers.Demand) {
    pool.add(demand)
    super.request(demand)
  }

  override func takeEvent() -> Event? {
    if !waiting.isEmpty, pool.take(), demand == .none { demand = .max(1) }
    return super.takeEvent()
  }
}

/// Makes outlets that share one switch.
private func outletsWithOneSwitch() -> (Outlet.Downstream) -> Outlet {
  let isUnlimited = Guarded(false)
  return {
    let outlet = SwitchedOutlet($0)
    outlet.isUnlimited = isUnlimited
    return outlet
  }
}

private final class SwitchedOutlet: Outlet, @unchecked Sendable {
  var isUnlimited = Guarded(false)

  override func request(_ demand: Subscribers.Demand) {
    if demand == .unlimited { isUnlimited.value = true }
    super.request(demand)
  }

  override func takeEvent() -> Event? {
    if isUnlimited.value, downstream != nil { demand = .unlimited }
    return super.takeEvent()
  }
}
