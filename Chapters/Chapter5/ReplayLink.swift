import Foundation
import OpenCombineShim

/// One connection of the hub: the subscriber that upstream has.
///
/// When the connection is over it has no hub any more. So an upstream that keeps it keeps nothing
/// else, and what an old connection still sends reaches nobody.
final class ReplayLink<Output, Failure: Error>: Subscriber, @unchecked Sendable {
  typealias Input = Output
  typealias Hub = ReplayHub<Output, Failure>

  private let accept: (ReplayLink, Output) -> Void

  let lock: NSLock  // the hub's; guards everything below
  @exclusivity(unchecked) private(set) var hub: Hub?
  private var subscription: Subscription?

  init(_ hub: Hub) {
    self.hub = hub
    lock = hub.lock
    accept = hub.accept
  }

  func receive(subscription: Subscription) {
    lock.lock()
    guard hub != nil, self.subscription == nil else {
      lock.unlock()
      subscription.cancel()  // everybody left while it was on its way, or it is a second one
      return
    }
    self.subscription = subscription
    lock.unlock()
    subscription.request(.unlimited)
  }

  func receive(_ value: Output) -> Subscribers.Demand {
    accept(self, value)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    lock.lock()
    let (hub, subscription) = end()
    let dropped = hub?.accept(completion)
    lock.unlock()
    withExtendedLifetime((hub, subscription, dropped)) {}
  }

  /// Lets go of both sides. Called with the lock held.
  func end() -> (hub: Hub?, subscription: Subscription?) {
    defer { (hub, subscription) = (nil, nil) }
    return (hub, subscription)
  }
}
