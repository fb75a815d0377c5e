import Foundation
import OpenCombineShim

/// A correct operator: passes everything on, demand up and values down.
struct Passing<Upstream: Publisher>: Publisher
where Upstream.Output == Int, Upstream.Failure == ProbeError {
  typealias Output = Int
  typealias Failure = ProbeError

  let upstream: Upstream
  var makeLink: (Outlet.Downstream) -> Link = Link.init

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    upstream.subscribe(makeLink(AnySubscriber(subscriber)))
  }
}

/// A subscriber to upstream and, in one object, the subscription of downstream.
///
/// The mutants override one method of it each, to make one honest mistake.
class Link: Subscriber, Subscription, CustomStringConvertible, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = ProbeError

  var description: String { "Passing" }

  let lock = NSLock()  // guards everything below
  var downstream: Outlet.Downstream?
  var upstream: Subscription?

  required init(_ downstream: Outlet.Downstream) {
    self.downstream = downstream
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

  func receive(_ value: Int) -> Subscribers.Demand {
    guard let downstream = lock.withLock({ upstream == nil ? nil : downstream }) else {
      return .none
    }
    let demand = downstream.receive(value)
    return lock.withLock { upstream == nil ? .none : demand }
  }

  func receive(completion: Subscribers.Completion<ProbeError>) {
    end().downstream?.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    lock.withLock { upstream }?.request(demand)
  }

  func cancel() {
    end().upstream?.cancel()
  }

  /// Lets go of both sides, once.
  func end() -> (upstream: Subscription?, downstream: Outlet.Downstream?) {
    lock.withLock {
      defer { (upstream, downstream) = (nil, nil) }
      return (upstream, downstream)
    }
  }
}
