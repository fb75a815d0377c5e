import Foundation
import OpenCombineShim

/// A correct subject: what is sent goes to every subscriber, and waits for its demand.
class Relay: Subject, @unchecked Sendable {
  typealias Output = Int
  typealias Failure = ProbeError

  let makeOutlet: (Outlet.Downstream) -> Outlet

  let lock = NSLock()  // guards everything below
  var outlets: [Outlet] = []
  var completion: Outlet.Completion?

  init(outlet makeOutlet: @escaping (Outlet.Downstream) -> Outlet = Outlet.init) {
    self.makeOutlet = makeOutlet
  }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    let outlet = makeOutlet(AnySubscriber(subscriber))
    outlet.onEnd = { [weak self, unowned outlet] in self?.remove(outlet) }
    join(outlet)
    subscriber.receive(subscription: outlet)
    settle(outlet)
    outlet.open()
  }

  /// Puts an outlet on the list, with what it has missed.
  func join(_ outlet: Outlet) {
    lock.lock()
    outlets.append(outlet)
    if let completion { outlet.accept(completion) }
    lock.unlock()
  }

  /// Does what is left to do when the subscription has been handed over: nothing.
  func settle(_ outlet: Outlet) {}

  func send(_ value: Int) {
    publish { $0.accept(value) }
  }

  func send(completion: Subscribers.Completion<ProbeError>) {
    lock.lock()
    if self.completion == nil { self.completion = completion }
    lock.unlock()
    publish { $0.accept(completion) }
  }

  func send(subscription: Subscription) {
    subscription.request(.unlimited)
  }

  /// Gives an event to every outlet, and only then delivers it.
  func publish(_ accept: (Outlet) -> Void) {
    lock.lock()
    let receivers = outlets
    for outlet in receivers { accept(outlet) }
    lock.unlock()
    for outlet in receivers { outlet.drain() }
  }

  func remove(_ outlet: Outlet) {
    lock.lock()
    outlets.removeAll { $0 === outlet }
    lock.unlock()
  }
}
