import OpenCombineShim

extension Rule {
  static let rule28 = Rule(
    28, applies: [.publisher, .operator, .subject, .subscriber], reactiveStreams: ["3.13"],
    sentence: """
      A delivered completion, or a cancel, releases the subscriber, its closures and its queue.
      """,
    cause: """
      Subscriber and subscription usually hold each other, so an end that clears neither leaks
      both.
      """,
    mend: """
      Move them to local variables under the lock and let those go after unlocking; a completion
      still behind queued values keeps them until it is delivered, and a documented replay buffer
      outlives them.
      """,
    check: rule28Check,
    mutants: [
      .publisher("an outlet that keeps its subscriber in a constant", KeepsItsSubscriber.self),
      Mutant("a subject that never takes anybody off its list") {
        .subject("KeepsItsList") { KeepsItsList() }
      },
      Mutant("a subject that keeps whom it has failed") {
        .subject("KeepsWhomItFailed") { KeepsWhomItFailed() }
      },
      .operator("a link that keeps its subscriber in a constant", LinkKeepsIt.self),
      .operator("an operator that keeps whom it has finished", KeepsWhomItFinished.self),
      .subscriber("a subscriber that keeps its closure in a constant", KeepsItsClosure.self),
    ])
}

private let rule28Check: Check = { trial in
  trial.thing.kind == .subscriber ? checkClosure(trial) : checkSubscriber(trial)
}

/// A queue of numbers has no `deinit` to look for, but who keeps the subscription keeps its queue.
private func checkSubscriber(_ trial: Trial) -> Verdict {
  var isExercised = false
  for place in Place.allCases where place.ending.map(trial.endings.contains) ?? true {
    let scene = trial.scene()
    let probe = scene.subscribe(first: .max(3)) {
      $0.onSubscription = { if place == .subscription { $0.cancel() } }
      $0.onValue = { probe, _ in
        if place == .value { probe.cancel() }
        return place.ending == nil ? .none : .max(1)
      }
    }
    scene.upstream.forgetSubscribers()
    if place == .outside, probe.subscriber.object == nil { continue }
    if place != .subscription { scene.produce(2) }
    if place == .outside { probe.cancel() }
    if let ending = place.ending { scene.end(by: ending, of: probe) }
    let hasEnded = place.ending == nil ? probe.lineAfterCancel != nil : probe.isComplete
    guard hasEnded else { continue }
    if place != .subscription { isExercised = true }
    scene.upstream.forgetSubscribers()  // it may have subscribed once more
    if probe.subscriber.object != nil {
      return scene.breach(
        expected: "the subscriber is released after \(place.rawValue)",
        seen: "somebody keeps it", at: nil)
    }
    guard place.hasTakenValues, !probe.values.isEmpty else { continue }
    scene.produce()  // there may be one who tidies up with the next value
    scene.upstream.forgetEnded()
    if probe.letGo().object != nil {
      return scene.breach(
        expected: "the subscription, with its queue, is released after \(place.rawValue)",
        seen: "somebody keeps it", at: nil)
    }
  }
  return isExercised ? .held : .notExercised("no subscriber was kept until a cancel or an end")
}

private enum Place: String, CaseIterable {
  case outside = "a cancel"
  case value = "a cancel inside receive(_:)"
  case subscription = "a cancel inside receive(subscription:)"
  case completion = "the completion"
  case failure = "a failure"
  case endOfItsOwn = "an end of its own"

  /// The end that comes there; nil where it is a cancel.
  var ending: Ending? {
    switch self {
    case .outside, .value, .subscription: nil
    case .completion: .finish
    case .failure: .failure
    case .endOfItsOwn: .ofItsOwn
    }
  }

  /// Whether values have come and the call that ended it is over.
  var hasTakenValues: Bool { self == .outside || ending != nil }
}

private func checkClosure(_ trial: Trial) -> Verdict {
  var isExercised = false
  for place in [Place.completion, .failure, .outside] {
    let scene = trial.scene()
    if place == .outside, !scene.canCancel { continue }
    guard scene.token.object != nil else {
      return .notExercised("nobody keeps the closure while values come")
    }
    scene.produce(2)
    if let ending = place.ending {
      scene.end(by: ending, of: nil)
    } else {
      scene.cancelSubscriber()
    }
    guard place == .outside || scene.upstream.hasEnded else { continue }
    isExercised = true
    if scene.token.object != nil {
      return scene.breach(
        expected: "its closure is released after \(place.rawValue)",
        seen: "somebody keeps it", at: nil)
    }
  }
  return isExercised ? .held : .notExercised("neither a completion nor a cancel was possible")
}

// MARK: Mutants

private final class KeepsItsSubscriber: Outlet, @unchecked Sendable {
  private let kept: Downstream

  required init(_ downstream: Downstream) {
    kept = downstream
    super.init(downstream)
  }
}

private final class LinkKeepsIt: Link, @unchecked Sendable {
  private let kept: Outlet.Downstream

  required init(_ downstream: Outlet.Downstream) {
    kept = downstream
    super.init(downstream)
  }
}

private final class KeepsItsClosure: Collector, @unchecked Sendable {
  private let kept: (String) -> Void

  required init(log: @escaping (String) -> Void) {
    kept = log
    super.init(log: log)
  }
}

private final class KeepsItsList: Relay, @unchecked Sendable {
  override func remove(_ outlet: Outlet) {}
}

private final class KeepsWhomItFailed: Relay, @unchecked Sendable {
  private var failed: [Outlet.Downstream] = []  // guarded by the lock

  override func send(completion: Subscribers.Completion<ProbeError>) {
    if case .failure = completion {
      lock.withLock {
        failed = outlets.compactMap { outlet in outlet.lock.withLock { outlet.downstream } }
      }
    }
    super.send(completion: completion)
  }
}

private final class KeepsWhomItFinished: FirstThree, @unchecked Sendable {
  private var finished: Outlet.Downstream?  // guarded by the lock

  override func finish() {
    lock.withLock { finished = downstream }
    super.finish()
  }
}
