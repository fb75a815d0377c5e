import OpenCombineShim

extension Rule {
  static let rule35 = Rule(
    35, applies: [.operator, .subscriber], reactiveStreams: ["2.5"],
    sentence: """
      A second subscription is cancelled, and the first one stays untouched.
      """,
    cause: """
      A plain `self.subscription = subscription` loses the first one, which then runs on and can't
      be cancelled.
      """,
    mend: """
      Test for `nil` under the lock, and cancel the newcomer outside it, without forwarding it.
      """,
    check: rule35Check,
    mutants: [
      .operator("an operator that stores any subscription", StoresAny.self),
      .subscriber("a subscriber that stores any subscription", CollectsAny.self),
    ])
}

private let rule35Check: Check = { trial in
  let control = trial.scene()
  let undisturbed = control.subscribeAny(first: .max(1))
  control.produce(2)
  undisturbed?.request(.max(1))
  let expected = control.count { !$0.isUpstream && $0.kind == .value }

  let scene = trial.scene()
  let probe = scene.subscribeAny(first: .max(1))
  scene.connect()
  let start = scene.history.count
  guard let second = scene.upstream.injectSubscription() else {
    return .notExercised("it does not subscribe to the upstream")
  }
  let lines = scene.history.lines
  if let line = lines.indices.dropFirst(start).first(where: { index in
    let line = lines[index]
    return line.probe == "upstream 1" && line.kind == .cancel
      || line.probe == second && line.kind == .request
      || !line.isUpstream && [.subscription, .value, .completion].contains(line.kind)
  }) {
    return scene.breach(
      expected: "the second subscription is cancelled, and nothing else happens",
      seen: lines[line].description, at: line)
  }
  guard lines.dropFirst(start).contains(where: { $0.probe == second && $0.kind == .cancel }) else {
    return scene.breach(
      expected: "the second subscription is cancelled", seen: "it is not", at: nil)
  }
  scene.produce(2)
  probe?.request(.max(1))
  let values = scene.count { !$0.isUpstream && $0.kind == .value }
  guard values == expected else {
    return scene.breach(
      expected: "\(expected) values from the first subscription, as without a second one",
      seen: "\(values)", at: nil)
  }
  return .held
}

// MARK: Mutants

private final class StoresAny: Link, @unchecked Sendable {
  override func receive(subscription: Subscription) {
    lock.withLock { if downstream != nil { upstream = nil } }
    super.receive(subscription: subscription)
  }
}

private final class CollectsAny: Collector, @unchecked Sendable {
  override func receive(subscription: Subscription) {
    lock.withLock { if log != nil { self.subscription = nil } }
    super.receive(subscription: subscription)
  }
}
