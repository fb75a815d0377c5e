import Foundation
import OpenCombineShim

extension Rule {
  static let rule02 = Rule(
    2, applies: [.publisher, .operator, .subject],
    sentence: """
      Subscribing works from inside any callback.
      """,
    cause: """
      A subscriber may answer a value by subscribing again. If the publisher delivers that value
      under the lock that `receive(subscriber:)` takes, the thread waits for itself.
      """,
    mend: """
      Deliver outside the lock.
      """,
    mayHang: .secondSubscribe, check: rule02Check,
    mutants: [
      Mutant(
        "a subject that delivers under its lock",
        alsoBreaks: [
          18: "a send inside receive(_:) waits for the same lock",
          22: "a send inside receive(_:) waits for the same lock",
          33: "it is the same lock",
          34: "a send inside receive(_:) waits for the same lock",
        ]
      ) { .subject("LockedRelay") { LockedRelay() } }
    ])
}

private let rule02Check: Check = { trial in
  let scene = trial.scene()
  let inner = Guarded<[Probe]>([])
  let subscribe = { (name: String) in
    let probe = scene.subscribe(name, first: .max(1))
    inner.change { $0.append(probe) }
  }
  scene.subscribe("outer", first: .unlimited) {
    $0.onSubscription = { _ in subscribe("inside the subscription") }
    $0.onValue = { _, count in
      if count == 1 { subscribe("inside a value") }
      return .none
    }
    $0.onCompletion = { _ in subscribe("inside the completion") }
  }
  scene.produce(2)
  scene.finish()
  if let probe = inner.value.first(where: { $0.subscriptionCount != 1 }) {
    return scene.breach(
      expected: "who subscribes inside a callback receives a subscription",
      seen: "\(probe.name): \(probe.subscriptionCount) subscriptions", at: nil)
  }
  let wanted = scene.canFinish ? 3 : 2
  let kinds = Set(inner.value.map(\.name)).count
  return kinds == wanted
    ? .held : .notExercised("only \(kinds) of \(wanted) kinds of callback were called")
}

// MARK: A mutant

private final class LockedRelay: Relay, @unchecked Sendable {
  private let calls = NSLock()

  override func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    calls.withLock { super.receive(subscriber: subscriber) }
  }

  override func send(_ value: Int) {
    calls.withLock { super.send(value) }
  }
}
