import Foundation
import OpenCombineShim
import Playground

/// One subscriber's demand and the ticks on their way to it.
final class TimerSubscription<Output>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  let description = "TimerPublisher"

  private let lock = NSLock()  // guards everything below
  private var receive: ((Output) -> Subscribers.Demand)?
  private var onCancel: ((TimerSubscription) -> Void)?
  private var demand = Subscribers.Demand.none
  private var ticks = Queue<Output>()
  private var isEmitting = true  // until the subscriber has its subscription

  init(
    receive: @escaping (Output) -> Subscribers.Demand,
    onCancel: @escaping (TimerSubscription) -> Void
  ) {
    self.receive = receive
    self.onCancel = onCancel
  }

  func request(_ demand: Subscribers.Demand) {
    lock.lock()
    if receive != nil { self.demand += demand }
    lock.unlock()
  }

  /// Accepts a tick if there is demand for it.
  func enqueue(_ tick: Output) {
    lock.lock()
    if demand > .none {
      demand -= 1
      ticks.append(tick)
    }
    lock.unlock()
  }

  /// Lets ticks through, now that the subscriber has its subscription.
  func open() {
    lock.lock()
    isEmitting = false
    lock.unlock()
    drain()
  }

  /// Delivers the accepted ticks one after the other, unless a call further out is doing so.
  func drain() {
    var returned: Subscribers.Demand?
    while let (receive, tick) = next(adding: returned) { returned = receive(tick) }
  }

  /// The next tick to deliver, or nil where there is none or somebody else is delivering.
  private func next(
    adding returned: Subscribers.Demand?
  ) -> (receive: (Output) -> Subscribers.Demand, tick: Output)? {
    lock.lock()
    defer { lock.unlock() }
    if let returned { demand += returned } else if isEmitting { return nil }
    guard let receive, let tick = ticks.popFirst() else {
      isEmitting = false
      return nil
    }
    isEmitting = true
    return (receive, tick)
  }

  func cancel() {
    lock.lock()
    let (receive, onCancel) = (receive, onCancel)
    self.receive = nil
    self.onCancel = nil
    demand = .none
    ticks = Queue()
    lock.unlock()
    onCancel?(self)
    withExtendedLifetime(receive) {}  // it lets go of the subscriber here, outside the lock
  }
}
