import Foundation
import OpenCombineShim

extension Rule {
  static let rule33 = Rule(
    33, applies: [.publisher, .operator, .subject, .subscriber],
    sentence: """
      No lock is held while calling a subscriber, an upstream or a `deinit`.
      """,
    cause: """
      A call back into the same `NSLock` hangs; a recursive lock hides that and still deadlocks
      with a second lock.
      """,
    mend: """
      Copy under the lock, unlock, then call; the same goes for closures and schedulers. An
      assignment that drops the last reference runs a `deinit`: take the old value out under the
      lock, and release it outside.
      """,
    mayHang: .any, check: rule33Check,
    mutants: [
      .publisher("an outlet with a recursive lock around receive(_:)", HidesItsLock.self),
      .publisher("an outlet that drops its subscriber under its lock", DropsUnderLock.self),
      .subject("an outlet that drops whom it has completed under its lock", DropsWhoHasEnded.self),
      .operator("an operator that cancels upstream under its lock", CancelsUnderLock.self),
      .operator("an operator with a recursive lock around its requests", LocksRequests.self),
      .operator(
        "an operator that completes under its lock", CompletesUnderLock.self,
        alsoBreaks: .rules(
          [15, 18], because: "a request inside receive(completion:) waits for the same lock")),
      Mutant("a subject with a recursive lock around subscribing") {
        .subject("LocksSubscribing") { LocksSubscribing() }
      },
      Mutant("an operator that asks for everything under a lock that its values need") {
        .operator("AsksUnderLock", Facts { $0.upstreamDemand = .unlimited }) {
          Buffering(upstream: $0, makeLink: { AsksUnderLock($0) })
        }
      },
      .subscriber("a subscriber that tells its closure under its lock", TellsUnderLock.self),
      .subscriber("a subscriber that makes its first request under its lock", StartsUnderLock.self),
      .subscriber("a subscriber that cancels under its lock", StopsUnderLock.self),
      .subscriber("a subscriber that tells of its end under its lock", EndsUnderLock.self),
    ])
}

private let rule33Check: Check = { trial in
  let verdict =
    trial.thing.kind == .subscriber ? checkLocksOfSubscriber(trial) : checkPublisher(trial)
  if case .broken = verdict { return verdict }
  takeWhatIsAtHand(trial)
  return verdict
}

/// Puts it on an upstream that sends inside the first request, which hangs where that is made with a
/// lock held that a value needs.
private func takeWhatIsAtHand(_ trial: Trial) {
  let scene = trial.scene { scene in
    for _ in 1...2 { scene.upstream.keepAtHand(scene.nextNumber()) }
  }
  _ = scene.subscribeAny(first: .unlimited)
  scene.connect()
}

private enum Place: String, CaseIterable {
  case subscription = "receive(subscription:)"
  case value = "receive(_:)"
  case completion = "receive(completion:)"
  case release = "the deinit of a subscriber"
  case ended = "the deinit of a subscriber that has ended"
  case first = "the first call upstream"
  case request = "a request upstream"
  case cancel = "a cancel upstream"

  /// Whether it is inside a deinit: who is being released may only cancel.
  var isRelease: Bool { self == .release || self == .ended }
}

/// Inside each kind of call, has another thread request, subscribe and cancel.
private func checkPublisher(_ trial: Trial) -> Verdict {
  var isExercised = false
  // A call into a subscription that is just dropping its subscriber traps by chance: often enough.
  for place in Place.allCases + Array(repeating: .release, count: 20) {
    let scene = trial.scene()
    let calls = OneCall(wait: trial.effort.limit / 3)
    func callFromOtherThread(_ probe: Probe?) {
      calls.make {
        if !place.isRelease {
          probe?.request(.max(1))
          scene.subscribe("other", first: .none).cancel()
        }
        probe?.cancel()
      }
    }
    weak var arrived: Probe?
    let onCall = { callFromOtherThread(arrived) }
    if place == .first { scene.upstream.onCall = onCall }
    let probe = scene.subscribe(first: .none) {
      $0.onSubscription = {
        arrived = $0
        if place == .subscription { callFromOtherThread($0) }
      }
      $0.onValue = { probe, _ in
        if place == .value { callFromOtherThread(probe) }
        return .none
      }
      $0.onCompletion = { if place == .completion { callFromOtherThread($0) } }
      $0.onRelease = { if place.isRelease { callFromOtherThread($0) } }
    }
    scene.upstream.forgetSubscribers()
    if place == .request { scene.upstream.onCall = onCall }
    if place != .release { probe.request(.unlimited) }
    scene.produce()
    if place == .cancel { scene.upstream.onCall = onCall }
    if [.completion, .ended].contains(place) { scene.finish() } else { probe.cancel() }
    scene.upstream.onCall = nil
    if calls.outcome == false {
      return scene.breach(
        expected: "a call from another thread inside \(place.rawValue) returns",
        seen: "it waits until that is over", at: scene.history.count - 1)
    }
    if place == .value, calls.outcome == true { isExercised = true }
  }
  return isExercised ? .held : .notExercised("no value came")
}

// MARK: Mutants

private final class HidesItsLock: Outlet, @unchecked Sendable {
  private let recursive = NSRecursiveLock()

  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    recursive.lock()
    defer { recursive.unlock() }
    return super.deliver(value, to: downstream)
  }

  override func request(_ demand: Subscribers.Demand) {
    recursive.lock()
    defer { recursive.unlock() }
    super.request(demand)
  }
}

private final class DropsUnderLock: Outlet, @unchecked Sendable {
  override func end() { dropUnderLock() }
}

private final class DropsWhoHasEnded: Outlet, @unchecked Sendable {
  private var hasCompleted = false  // guarded by the lock

  override func drain() {
    super.drain()
    let last = lock.withLock { () -> Completion? in
      guard !hasCompleted, !isEmitting, waiting.isEmpty, downstream != nil else { return nil }
      hasCompleted = completion != nil
      return completion
    }
    guard let last else { return }
    lock.withLock { downstream }?.receive(completion: last)
    dropUnderLock()
  }

  override func takeEvent() -> Event? {
    let event = super.takeEvent()
    if case .completion = event { return nil }  // when all is sent
    return event
  }
}

extension Outlet {
  fileprivate func dropUnderLock() {
    lock.lock()
    let onEnd = onEnd
    self.onEnd = nil
    downstream = nil
    demand = .none
    lock.unlock()
    onEnd?()
  }
}

private final class CancelsUnderLock: Link, @unchecked Sendable {
  override func cancel() {
    lock.lock()
    upstream?.cancel()
    let kept = (upstream, downstream)
    (upstream, downstream) = (nil, nil)
    lock.unlock()
    withExtendedLifetime(kept) {}
  }
}

private final class LocksRequests: Link, @unchecked Sendable {
  private let recursive = NSRecursiveLock()

  override func request(_ demand: Subscribers.Demand) {
    recursive.lock()
    defer { recursive.unlock() }
    super.request(demand)
  }
}

private final class CompletesUnderLock: Link, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    lock.lock()
    downstream?.receive(completion: completion)
    let kept = (upstream, downstream)
    (upstream, downstream) = (nil, nil)
    lock.unlock()
    withExtendedLifetime(kept) {}
  }
}

private final class LocksSubscribing: Relay, @unchecked Sendable {
  private let recursive = NSRecursiveLock()

  override func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    recursive.lock()
    defer { recursive.unlock() }
    super.receive(subscriber: subscriber)
  }
}

private final class TellsUnderLock: Collector, @unchecked Sendable {
  private let telling = NSLock()

  override func receive(_ value: Int) -> Subscribers.Demand {
    telling.withLock { super.receive(value) }
  }

  override func cancel() {
    telling.withLock { super.cancel() }
  }
}

private final class AsksUnderLock: BufferingLink, @unchecked Sendable {
  private let queueLock = NSLock()

  override func receive(subscription: Subscription) {
    queueLock.withLock { super.receive(subscription: subscription) }
  }

  override func receive(_ value: Int) -> Subscribers.Demand {
    queueLock.withLock { accept(value) }
    drain()
    return .none
  }
}

private final class StartsUnderLock: Collector, @unchecked Sendable {
  override func receive(subscription: Subscription) {
    lock.lock()
    defer { lock.unlock() }
    guard self.subscription == nil, log != nil else { return subscription.cancel() }
    self.subscription = subscription
    subscription.request(.max(1))
  }
}

private final class StopsUnderLock: Collector, @unchecked Sendable {
  override func cancel() {
    lock.withLock {
      subscription?.cancel()
      (subscription, log) = (nil, nil)
    }
  }
}

private final class EndsUnderLock: Collector, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    lock.withLock {
      log?("ended")
      (subscription, log) = (nil, nil)
    }
  }
}
