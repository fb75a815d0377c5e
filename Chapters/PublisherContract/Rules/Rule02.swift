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
    mayHang: true, check: rule02Check,
    mutants: [
      Mutant(
        "a subject that delivers under its lock",
        alsoBreaks: [
          6: "a cancel inside receive(_:) waits for the same lock",
          18: "an end inside receive(_:) waits for the same lock",
          21: "a cancel inside receive(_:) waits for the same lock",
          22: "a cancel inside receive(_:) waits for the same lock",
          27: "a cancel from another thread waits for it too",
          28: "a cancel inside receive(_:) waits for the same lock",
          33: "it is the same lock",
          34: "a send inside receive(_:) waits for the same lock",
        ]
      ) { .subject("LockedRelay") { LockedRelay() } }
    ])
}

private let rule02Check: Check = { trial in
  let scene = trial.scene()
  var inner: [Probe] = []
  scene.subscribe("outer", first: .unlimited) { script in
    script.onSubscription = { _ in
      inner.append(scene.subscribe("inside the subscription", first: .max(1)))
    }
    script.onValue = { _, count in
      if count == 1 { inner.append(scene.subscribe("inside a value", first: .max(1))) }
      return .none
    }
    script.onCompletion = { _ in
      inner.append(scene.subscribe("inside the completion", first: .max(1)))
    }
  }
  scene.produce(2)
  scene.finish()
  if let probe = inner.first(where: { $0.subscriptionCount != 1 }) {
    return scene.breach(
      expected: "who subscribes inside a callback receives a subscription",
      seen: "\(probe.name): \(probe.subscriptionCount) subscriptions", at: nil)
  }
  let wanted = scene.canFinish ? 3 : 2
  let kinds = Set(inner.map(\.name)).count
  return kinds == wanted
    ? .held : .notExercised("only \(kinds) of \(wanted) kinds of callback were called")
}

// MARK: A mutant

private final class LockedRelay: Relay, @unchecked Sendable {
  override func send(_ value: Int) {
    lock.lock()
    for outlet in outlets { outlet.accept(value) }
    for outlet in outlets { outlet.drain() }
    lock.unlock()
  }
}
