import OpenCombineShim

extension Rule {
  static let rule36 = Rule(
    36, applies: [.subscriber], reactiveStreams: ["2.1"],
    sentence: """
      A subscriber that wants values asks for them.
      """,
    cause: """
      A subscriber that only stores its subscription waits for ever.
      """,
    mend: """
      The first demand has to be a `request(_:)`, because `receive(_:)` is not called while there
      is no demand.
      """,
    check: rule36Check,
    mutants: [
      .subscriber("a subscriber that only stores its subscription", NeverAsks.self)
    ])
}

private let rule36Check: Check = { trial in
  let scene = trial.scene()
  scene.produce()
  let asks = scene.count { $0.isUpstream && $0.kind == .request && $0.text != "request +0" }
  guard asks > 0 else {
    return scene.breach(expected: "a request upstream for a value", seen: "none", at: nil)
  }
  return .held
}

// MARK: A mutant

private final class NeverAsks: Collector, @unchecked Sendable {
  override func receive(subscription: Subscription) {
    let isWanted = lock.withLock {
      guard self.subscription == nil, log != nil else { return false }
      self.subscription = subscription
      return true
    }
    if !isWanted { subscription.cancel() }
  }
}
