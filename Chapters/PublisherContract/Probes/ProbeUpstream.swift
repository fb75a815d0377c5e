import Foundation
import OpenCombineShim
import Playground

/// An upstream driven by hand, which records what it is asked.
///
/// It keeps the contract, a value that nobody has asked for waits, unless it is told to inject
/// something. It can be connected, for operators on connectable publishers, and needs no connection.
public final class ProbeUpstream: ConnectablePublisher, @unchecked Sendable {
  public typealias Output = Int
  public typealias Failure = ProbeError

  let history: History

  private let lock = NSLock()  // guards everything below
  private var outlets: [UpstreamOutlet] = []
  private var subscribers: [Outlet.Downstream] = []
  private var atHand: [Int] = []
  private var completion: Outlet.Completion?
  private var inside: (() -> Void)?

  init(history: History) {
    self.history = history
  }

  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    let subscriber = AnySubscriber(subscriber)
    let outlet = makeOutlet(for: subscriber)
    history.record(.subscribe, "is subscribed to", by: outlet.description)
    let atHand = lock.withLock { self.atHand }
    for value in atHand { outlet.accept(value) }
    if !atHand.isEmpty { outlet.open() }  // they come inside the first request
    subscriber.receive(subscription: outlet)
    if let completion = lock.withLock({ completion }) { outlet.accept(completion) }
    if atHand.isEmpty { outlet.open() } else { outlet.drain() }
  }

  public func connect() -> Cancellable {
    history.record(.action, "is connected", by: "upstream")
    return UpstreamConnection(history: history)
  }

  private func makeOutlet(for subscriber: Outlet.Downstream) -> UpstreamOutlet {
    let outlet = UpstreamOutlet(subscriber)
    outlet.history = history
    outlet.inside = { [weak self] in self?.onCall?() }
    lock.withLock {
      subscribers.append(subscriber)
      outlets.append(outlet)
      outlet.number = outlets.count
    }
    return outlet
  }

  /// What the first subscription was asked for, by requests and by answers.
  var demands: [Subscribers.Demand] { lock.withLock { outlets.first }?.demands ?? [] }

  /// What the first subscription was asked for, less what it has delivered.
  var owing: Ledger { lock.withLock { outlets.first }?.owing ?? Ledger() }

  /// Whether its first subscription is over.
  var hasEnded: Bool {
    guard let outlet = lock.withLock({ outlets.first }) else { return false }
    return outlet.lock.withLock { outlet.downstream == nil }
  }

  /// Whether a value waits for demand.
  var hasWaiting: Bool {
    let outlets = lock.withLock { self.outlets }
    return outlets.contains { outlet in outlet.lock.withLock { !outlet.waiting.isEmpty } }
  }

  /// What to do inside a request or a cancel.
  var onCall: (() -> Void)? {
    get { lock.withLock { inside } }
    set { lock.withLock { inside = newValue } }
  }

  /// Keeps no subscriber to inject something into, so that one that has ended can be released.
  func forgetSubscribers() {
    let forgotten = lock.withLock {
      defer { subscribers = [] }
      return subscribers
    }
    withExtendedLifetime(forgotten) {}  // they go here, outside the lock
  }

  /// Keeps no subscription that has ended, so that it can be released.
  func forgetEnded() {
    let ended = lock.withLock {
      let ended = outlets.filter { outlet in outlet.lock.withLock { outlet.downstream == nil } }
      outlets.removeAll { outlet in ended.contains { $0 === outlet } }
      return ended
    }
    withExtendedLifetime(ended) {}
  }

  // MARK: By the contract

  /// Has a value at hand for everyone who is going to subscribe, as a sequence has.
  func keepAtHand(_ value: Int) {
    history.record(.action, "has \(value) at hand", by: "upstream")
    lock.withLock { atHand.append(value) }
  }

  /// Sends a value to every subscription that has not ended, when it has demand.
  func send(_ value: Int) {
    history.record(.action, "has \(value)", by: "upstream")
    let receivers = lock.withLock { outlets }
    for outlet in receivers { outlet.accept(value) }
    for outlet in receivers { outlet.drain() }
  }

  /// Ends every subscription behind the values that wait.
  func send(completion: Subscribers.Completion<ProbeError>) {
    let isFinished = if case .finished = completion { true } else { false }
    history.record(.action, isFinished ? "finishes" : "fails", by: "upstream")
    let receivers = lock.withLock {
      self.completion = self.completion ?? completion
      return outlets
    }
    for outlet in receivers { outlet.accept(completion) }
    for outlet in receivers { outlet.drain() }
  }

  // MARK: In breach of it

  /// Hands a value to the first subscriber, whatever has happened, and returns its answer.
  @discardableResult
  func inject(_ value: Int) -> Subscribers.Demand? {
    guard let subscriber = lock.withLock({ subscribers.first }) else { return nil }
    history.record(.action, "sends \(value), unasked", by: "upstream 1")
    let demand = subscriber.receive(value)
    history.record(.returned, "is answered \(text(of: demand))", by: "upstream 1")
    return demand
  }

  /// Completes the first subscriber, whatever has happened.
  func inject(_ completion: Subscribers.Completion<ProbeError>) {
    guard let subscriber = lock.withLock({ subscribers.first }) else { return }
    history.record(.action, "completes again", by: "upstream 1")
    subscriber.receive(completion: completion)
  }

  /// Hands another subscription to the first subscriber, and returns its name.
  @discardableResult
  func injectSubscription() -> String? {
    guard let subscriber = lock.withLock({ subscribers.first }) else { return nil }
    let outlet = makeOutlet(for: subscriber)
    history.record(.action, "sends a second subscription", by: outlet.description)
    subscriber.receive(subscription: outlet)
    outlet.open()
    return outlet.description
  }
}

/// A correct subscription that records what it is asked.
final class UpstreamOutlet: Outlet, @unchecked Sendable {
  var history: History?
  var number = 0
  var inside: (() -> Void)?
  private var asked: [Subscribers.Demand] = []  // guarded by the lock, as is the ledger
  private var ledger = Ledger()

  var demands: [Subscribers.Demand] { lock.withLock { asked } }

  var owing: Ledger { lock.withLock { ledger } }

  override var description: String { "upstream \(number)" }

  override func request(_ demand: Subscribers.Demand) {
    history?.record(.request, "request \(text(of: demand))", by: description)
    note(demand)
    inside?()
    super.request(demand)
  }

  private func note(_ demand: Subscribers.Demand) {
    lock.withLock {
      asked.append(demand)
      ledger.grant(demand)
    }
  }

  override func cancel() {
    history?.record(.cancel, "cancel", by: description)
    inside?()
    super.cancel()
  }

  override func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    lock.withLock { ledger.receive() }
    let demand = super.deliver(value, to: downstream)
    if demand > .none {
      note(demand)
      history?.record(.returned, "is answered \(text(of: demand))", by: description)
    }
    return demand
  }
}

/// Records its end, each time.
private struct UpstreamConnection: Cancellable {
  let history: History

  func cancel() { history.record(.cancel, "is disconnected", by: "upstream") }
}
