import Foundation
import OpenCombineShim
import Playground

/// What a probe subscriber does, and what it saw, whatever its types.
///
/// It records every event, right or wrong, before it does what its script says.
final class Probe: @unchecked Sendable {
  /// What a probe does inside its callbacks.
  struct Script {
    /// What to ask for when a subscription arrives.
    var first: Subscribers.Demand
    /// What else to do then.
    var onSubscription: (Probe) -> Void = { _ in }
    /// What to do for a value, and to ask for by returning it, given how many have come.
    var onValue: (Probe, Int) -> Subscribers.Demand = { _, _ in .none }
    /// What to do when it has ended.
    var onCompletion: (Probe) -> Void = { _ in }
    /// What to do when its subscriber is released.
    var onRelease: (Probe) -> Void = { _ in }

    /// Whether to keep each value, so that no other one gets its place in memory.
    var keepsValues = false

    /// Creates a script that asks once.
    init(first: Subscribers.Demand) { self.first = first }
  }

  /// The most values that it takes: more than a check waits for. Behind them it cancels, and whoever
  /// sends on is stopped for good, as nothing else would end that.
  private static let mostValues = 12_000

  let name: String
  let history: History
  private let script: Script

  private let lock = NSLock()  // guards everything below
  private var ledger = Ledger()
  private var subscriptions: [Subscription] = []
  private var latestSubscriber = WeakReference(nil)
  private var received: [String] = []
  private var surplus = 0
  private var kept: [Any] = []
  private var completionCount = 0
  private var depth = 0
  private var cancelReturned: Int?
  private var deepest = 0
  private var threadsInside: [ObjectIdentifier] = []
  private var firstOverlap: Int?

  init(_ name: String, history: History, script: Script) {
    self.name = name
    self.history = history
    self.script = script
  }

  /// The values so far, as texts.
  var values: [String] { lock.withLock { received } }

  /// What it has asked for, less what it has received.
  var owing: Ledger { lock.withLock { ledger } }

  /// How many subscriptions have arrived.
  var subscriptionCount: Int { lock.withLock { subscriptions.count } }

  /// Whether a completion has arrived.
  var isComplete: Bool { lock.withLock { completionCount > 0 } }

  /// Why a call on its subscription says nothing of what is live; nil where it is live.
  var whyNotLive: String? {
    lock.withLock {
      if subscriptions.isEmpty { return "no subscription came" }
      return completionCount > 0 ? "it had ended before it could be cancelled" : nil
    }
  }

  /// The most calls of this probe that stood inside one another.
  var recursionDepth: Int { lock.withLock { deepest } }

  /// The line of the first call that came while another thread was still inside this probe.
  var overlap: Int? { lock.withLock { firstOverlap } }

  /// How many lines the history had when `cancel` first returned.
  var lineAfterCancel: Int? { lock.withLock { cancelReturned } }

  /// The subscriber that was given to the thing under test, as long as that keeps it.
  var subscriber: WeakReference {
    get { lock.withLock { latestSubscriber } }
    set { lock.withLock { latestSubscriber = newValue } }
  }

  // MARK: Events

  func receive(subscription: Subscription) {
    enter()
    defer { leave() }
    lock.withLock { subscriptions.append(subscription) }
    history.record(
      .subscription, "subscription (\(subscription))", by: name,
      event: .subscription("\(subscription)"))
    if script.first > .none { request(script.first) }
    script.onSubscription(self)
  }

  func receive(_ value: String) -> Subscribers.Demand {
    enter()
    defer { leave() }
    guard isWanted() else { return .none }
    let (owing, count) = lock.withLock { () -> (Ledger, Int) in
      ledger.receive()
      received.append(value)
      depth += 1
      deepest = max(deepest, depth)
      return (ledger, received.count)
    }
    history.record(
      .value, "value \(value) \(owing.text)", by: name, owed: owing.owed, event: .value(value))
    let demand = script.onValue(self, count)
    let after = lock.withLock { () -> Ledger in
      depth -= 1
      ledger.grant(demand)
      return ledger
    }
    if demand > .none {
      history.record(
        .returned, "returns \(text(of: demand)) \(after.text)", by: name,
        event: .request(demand, synchronous: true))
    }
    return demand
  }

  /// Whether a value is one of the most that it takes.
  private func isWanted() -> Bool {
    let surplus = lock.withLock { () -> Int in
      if received.count == Self.mostValues { self.surplus += 1 }
      return self.surplus
    }
    switch surplus {
    case 0: return true
    case 1:
      history.isEndless = true
      for index in 0..<subscriptionCount { cancel(index) }
    case 100...: DispatchSemaphore(value: 0).wait()
    default: break
    }
    return false
  }

  func keep(_ value: Any) {
    if script.keepsValues { lock.withLock { kept.append(value) } }
  }

  func receive(completion text: String, _ event: Transcript.Event) {
    enter()
    defer { leave() }
    lock.withLock { completionCount += 1 }
    history.record(.completion, text, by: name, event: event)
    script.onCompletion(self)
  }

  private func enter() {
    let thread = ObjectIdentifier(Thread.current)
    lock.withLock {
      if threadsInside.contains(where: { $0 != thread }) {
        firstOverlap = firstOverlap ?? history.count
      }
      threadsInside.append(thread)
    }
  }

  private func leave() {
    let thread = ObjectIdentifier(Thread.current)
    lock.withLock {
      if let index = threadsInside.lastIndex(of: thread) { threadsInside.remove(at: index) }
    }
  }

  func subscriberIsReleased() {
    script.onRelease(self)
  }

  // MARK: Calls

  /// Asks a subscription for values, the latest one unless told; does nothing while there is none.
  func request(_ demand: Subscribers.Demand, from index: Int? = nil) {
    guard let subscription = subscription(index) else { return }
    let owing = lock.withLock { () -> Ledger in
      ledger.grant(demand)
      return ledger
    }
    history.record(
      .request, "request \(text(of: demand)) \(owing.text)", by: name,
      event: .request(demand, synchronous: false))
    subscription.request(demand)
  }

  /// Cancels a subscription, the latest one unless told; does nothing while there is none.
  func cancel(_ index: Int? = nil) {
    guard let subscription = subscription(index) else { return }
    history.record(.cancel, "cancel", by: name, event: .cancel)
    subscription.cancel()
    let count = history.count
    lock.withLock { cancelReturned = cancelReturned ?? count }
  }

  private func subscription(_ index: Int?) -> Subscription? {
    lock.withLock { index.map { subscriptions[$0] } ?? subscriptions.last }
  }

  /// Lets go of its subscriptions, and returns the latest one as long as somebody else keeps it.
  func letGo() -> WeakReference {
    let subscriptions = lock.withLock {
      defer { self.subscriptions = [] }
      return self.subscriptions
    }
    return WeakReference(subscriptions.last as AnyObject?)
  }
}

/// A subscriber of any type that hands everything to its probe.
final class ProbeSubscriber<Input, Failure: Error>: Subscriber {
  private let probe: Probe

  init(_ probe: Probe) { self.probe = probe }

  deinit { probe.subscriberIsReleased() }

  func receive(subscription: Subscription) { probe.receive(subscription: subscription) }

  func receive(_ value: Input) -> Subscribers.Demand {
    probe.keep(value)
    return probe.receive("\(value)")
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: probe.receive(completion: "finished", .finished)
    case .failure(let error):
      probe.receive(completion: "failure (\(error))", .failure("\(error)"))
    }
  }
}
