import Foundation
import OpenCombineShim

/// A correct operator that shares one upstream: it subscribes for its first subscriber, cancels
/// behind its last one, and keeps for each what it has not asked for yet.
class Sharing: Relay, @unchecked Sendable {
  let upstream: ProbeUpstream
  var link: SharingLink?  // guarded by the lock

  init(upstream: ProbeUpstream) {
    self.upstream = upstream
    super.init()
  }

  override func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    super.receive(subscriber: subscriber)
    connect()
  }

  /// Subscribes to upstream, where that is wanted and has not been done.
  func connect() {
    lock.lock()
    guard link == nil, completion == nil, !outlets.isEmpty else {
      lock.unlock()
      return
    }
    let link = SharingLink(self)
    self.link = link
    lock.unlock()
    upstream.subscribe(link)
  }

  override func remove(_ outlet: Outlet) {
    super.remove(outlet)
    leave()
  }

  /// Lets go of upstream when nobody is left.
  func leave() {
    lock.lock()
    let link = outlets.isEmpty ? link : nil
    if outlets.isEmpty {
      self.link = nil
      forget()
    }
    lock.unlock()
    link?.cancel()
  }

  /// Lets go of what came from upstream. Called with the lock held.
  func forget() {}
}

/// The subscriber of upstream for all that share it.
final class SharingLink: Subscriber, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = ProbeError

  private let lock = NSLock()  // guards everything below
  private weak var relay: Relay?
  private var subscription: Subscription?
  private var isOver = false

  init(_ relay: Relay) {
    self.relay = relay
  }

  func receive(subscription: Subscription) {
    let isWanted = lock.withLock {
      guard self.subscription == nil, !isOver else { return false }
      self.subscription = subscription
      return true
    }
    if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    if !lock.withLock({ isOver }) { relay?.send(value) }
    return .none
  }

  func receive(completion: Subscribers.Completion<ProbeError>) {
    let isFirst = lock.withLock {
      defer { isOver = true }
      subscription = nil
      return !isOver
    }
    if isFirst { relay?.send(completion: completion) }
  }

  func cancel() {
    let subscription = lock.withLock {
      defer { self.subscription = nil }
      isOver = true
      return self.subscription
    }
    subscription?.cancel()
  }
}
