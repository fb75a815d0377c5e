import Foundation
import OpenCombineShim

/// One subscriber's place in the hub: its bookmark in the log, and its demand.
///
/// It holds the hub, so that a subscription keeps alive all that it needs. When it is over it has no
/// hub any more: a subscriber that keeps it keeps nothing else.
final class ReplaySubscription<Output, Failure: Error>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  typealias Receive = (Output) -> Subscribers.Demand
  typealias Complete = (Subscribers.Completion<Failure>) -> Void

  let description = "ShareReplay"

  let lock: NSLock  // the hub's; guards everything below
  @exclusivity(unchecked) var hub: ReplayHub<Output, Failure>?
  // The way to the subscriber, nil when it is over:
  @exclusivity(unchecked) var receive: Receive?
  @exclusivity(unchecked) var complete: Complete?
  /// The bookmark: the place in the log of the value that comes next.
  @exclusivity(unchecked) var next: Int
  @exclusivity(unchecked) var demand = Subscribers.Demand.none
  @exclusivity(unchecked) var isEmitting = true  // until the subscriber has its subscription

  init(
    hub: ReplayHub<Output, Failure>, next: Int, receive: @escaping Receive,
    complete: @escaping Complete
  ) {
    self.hub = hub
    lock = hub.lock
    self.next = next
    self.receive = receive
    self.complete = complete
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    lock.lock()
    let hub = hub
    self.demand += demand
    lock.unlock()
    hub?.drain(self)
  }

  func cancel() {
    lock.lock()
    let hub = hub
    lock.unlock()
    hub?.leave(self)
  }
}
