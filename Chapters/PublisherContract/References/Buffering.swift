import OpenCombineShim

/// A correct operator with a queue: asks for everything, and keeps what downstream has not asked
/// for.
struct Buffering: Publisher {
  typealias Output = Int
  typealias Failure = ProbeError

  let upstream: ProbeUpstream
  var makeLink: (Outlet.Downstream) -> BufferingLink = BufferingLink.init

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    upstream.subscribe(makeLink(AnySubscriber(subscriber)))
  }
}

/// A subscriber to upstream and, in one object, the subscription of downstream.
class BufferingLink: Outlet, Subscriber, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = ProbeError

  override var description: String { "Buffering" }

  private var hasUpstream = false  // guarded by the lock

  func receive(subscription: Subscription) {
    lock.lock()
    guard !hasUpstream, let downstream else {
      lock.unlock()
      subscription.cancel()
      return
    }
    hasUpstream = true
    onEnd = subscription.cancel
    lock.unlock()
    downstream.receive(subscription: self)
    if lock.withLock({ onEnd != nil }) { subscription.request(.unlimited) }
    open()
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    accept(value)
    drain()
    return .none
  }

  func receive(completion: Subscribers.Completion<ProbeError>) {
    let upstream = lock.withLock {
      defer { onEnd = nil }  // upstream is over: nobody may cancel it
      return onEnd
    }
    withExtendedLifetime(upstream) {}
    accept(completion)
    drain()
  }
}
