import Foundation
import OpenCombineShim

/// One subscriber's place in the hub: its bookmark in the log, and its demand.
///
/// It holds the hub, so that a subscription keeps alive all that it needs.
final class ReplaySubscription<Output, Failure: Error>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  typealias Receive = (Output) -> Subscribers.Demand
  typealias Complete = (Subscribers.Completion<Failure>) -> Void

  let description = "ShareReplay"
  let hub: ReplayHub<Output, Failure>

  // The hub's lock guards everything below.
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
    self.next = next
    self.receive = receive
    self.complete = complete
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    hub.lock.lock()
    self.demand += demand
    hub.lock.unlock()
    hub.drain(self)
  }

  func cancel() {
    hub.leave(self)
  }
}
