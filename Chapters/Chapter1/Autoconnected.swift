import Foundation
import OpenCombineShim

extension ConnectablePublisher {
  /// Connects when the first subscriber comes and disconnects when the last one goes.
  ///
  /// Like the built-in `autoconnect()`, but a subscriber that cancels twice counts once, and
  /// first subscribers from several threads connect once.
  ///
  /// - Returns: A publisher that connects by itself. A subscriber that completes counts as gone.
  public func autoconnected() -> Publishers.Autoconnected<Self> {
    Publishers.Autoconnected(upstream: self)
  }
}

extension Publishers {
  /// The publisher that `autoconnected()` returns.
  public final class Autoconnected<Upstream: ConnectablePublisher>: Publisher,
    @unchecked Sendable
  {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    private enum Connection {
      case disconnected
      case connecting  // or disconnecting: whoever calls upstream will look at the members again
      case connected(Cancellable)
    }

    private let upstream: Upstream

    private let lock = NSLock()  // guards everything below
    private var members: Set<CombineIdentifier> = []
    private var connection = Connection.disconnected

    init(upstream: Upstream) {
      self.upstream = upstream
    }

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let member = AutoconnectedSubscription(downstream: subscriber, onEnd: leave)
      lock.lock()
      members.insert(member.combineIdentifier)
      lock.unlock()
      upstream.subscribe(member)
      connectIfNeeded()
    }

    private func connectIfNeeded() {
      lock.lock()
      guard case .disconnected = connection, !members.isEmpty else {
        lock.unlock()
        return
      }
      connection = .connecting
      lock.unlock()
      settle()
    }

    private func leave(_ member: CombineIdentifier) {
      lock.lock()
      members.remove(member)
      guard members.isEmpty, case .connected(let connected) = connection else {
        lock.unlock()
        return
      }
      connection = .connecting
      lock.unlock()
      connected.cancel()
      settle()
    }

    /// Connects or not, as the members want it when the call of upstream is over.
    ///
    /// They may have come and gone meanwhile, so that it looks again until nothing has changed.
    private func settle() {
      while true {
        lock.lock()
        guard !members.isEmpty else {
          connection = .disconnected
          lock.unlock()
          return
        }
        lock.unlock()
        let connected = upstream.connect()
        lock.lock()
        guard members.isEmpty else {
          connection = .connected(connected)
          lock.unlock()
          return
        }
        lock.unlock()
        connected.cancel()
      }
    }
  }
}

/// A subscriber to upstream and, in one object, the subscription of downstream.
private final class AutoconnectedSubscription<Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  let description = "Autoconnected"

  private let lock = NSLock()  // guards everything below
  private var downstream: Downstream?
  private var upstream: Subscription?
  private var onEnd: ((CombineIdentifier) -> Void)?

  init(downstream: Downstream, onEnd: @escaping (CombineIdentifier) -> Void) {
    self.downstream = downstream
    self.onEnd = onEnd
  }

  func receive(subscription: Subscription) {
    lock.lock()
    guard upstream == nil, let downstream else {
      lock.unlock()
      subscription.cancel()
      return
    }
    upstream = subscription
    lock.unlock()
    downstream.receive(subscription: self)
  }

  func receive(_ value: Downstream.Input) -> Subscribers.Demand {
    guard let downstream = liveDownstream() else { return .none }
    let demand = downstream.receive(value)
    return liveDownstream() == nil ? .none : demand
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    end()?.downstream.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    lock.lock()
    let upstream = upstream
    lock.unlock()
    upstream?.request(demand)
  }

  func cancel() {
    end()?.upstream.cancel()
  }

  private func liveDownstream() -> Downstream? {
    lock.lock()
    defer { lock.unlock() }
    return upstream == nil ? nil : downstream
  }

  /// Lets go of both sides and leaves, once.
  private func end() -> (upstream: Subscription, downstream: Downstream)? {
    lock.lock()
    guard let upstream, let downstream else {
      lock.unlock()
      return nil
    }
    let onEnd = onEnd
    self.upstream = nil
    self.downstream = nil
    self.onEnd = nil
    lock.unlock()
    onEnd?(combineIdentifier)
    return (upstream, downstream)
  }
}
