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
      .operator("an operator that cancels upstream under its lock", CancelsUnderLock.self),
      .operator("an operator with a recursive lock around its requests", LocksRequests.self),
      .operator(
        "an operator that completes under its lock", CompletesUnderLock.self,
        alsoBreaks: [18: "a request inside receive(completion:) waits for the same lock"]),
      Mutant("a subject with a recursive lock around subscribing") {
        .subject("LocksSubscribing") { LocksSubscribing() }
      },
      .subscriber("a subscriber that tells its closure under its lock", TellsUnderLock.self),
    ])
}

private let rule33Check: Check = { trial in
  trial.thing.kind == .subscriber ? checkSubscriber(trial) : checkPublisher(trial)
}

private enum Place: String, CaseIterable {
  case subscription = "receive(subscription:)"
  case value = "receive(_:)"
  case completion = "receive(completion:)"
  case release = "the deinit of a subscriber"
  case request = "a request upstream"
  case cancel = "a cancel upstream"
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
        if place != .release {  // who is being released may only cancel
          probe?.request(.max(1))
          scene.subscribe("other", first: .none).cancel()
        }
        probe?.cancel()
      }
    }
    let probe = scene.subscribe(first: .none) {
      $0.onSubscription = { if place == .subscription { callFromOtherThread($0) } }
      $0.onValue = { probe, _ in
        if place == .value { callFromOtherThread(probe) }
        return .none
      }
      $0.onCompletion = { if place == .completion { callFromOtherThread($0) } }
      $0.onRelease = { if place == .release { callFromOtherThread($0) } }
    }
    let onCall = { [weak probe] in callFromOtherThread(probe) }
    scene.upstream.forgetSubscribers()
    if place == .request { scene.upstream.onCall = onCall }
    if place != .release { probe.request(.unlimited) }
    scene.produce()
    if place == .cancel { scene.upstream.onCall = onCall }
    if place == .completion { scene.finish() } else { probe.cancel() }
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

private func checkSubscriber(_ trial: Trial) -> Verdict {
  let scene = trial.scene()
  guard scene.canCancel else { return .notApplicable("nobody else can call it") }
  let calls = OneCall(wait: trial.effort.limit / 3)
  scene.onOutput = { calls.make { scene.cancelSubscriber() } }
  scene.produce()
  scene.onOutput = nil
  switch calls.outcome {
  case nil: return .notExercised("it let no value through")
  case true?: return .held
  case false?:
    return scene.breach(
      expected: "a cancel from another thread inside its closure returns",
      seen: "it waits until that is over", at: scene.history.count - 1)
  }
}

/// A call from another thread, made once.
private final class OneCall: @unchecked Sendable {
  private let wait: TimeInterval
  private let lock = NSLock()  // guards everything below
  private var isMade = false
  private var returned: Bool?

  /// - Parameter wait: Seconds of real time after which it is not going to return.
  init(wait: TimeInterval) { self.wait = wait }

  /// Whether it returned, or nil where it was not made.
  var outcome: Bool? { lock.withLock { returned } }

  func make(_ call: @escaping () -> Void) {
    let isFirst = lock.withLock {
      defer { isMade = true }
      return !isMade
    }
    guard isFirst else { return }
    let outcome = returnsOnOtherThread(within: wait, call)
    lock.withLock { returned = outcome }
  }
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
  override func end() {
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
