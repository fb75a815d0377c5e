import Foundation
import OpenCombineShim
import Playground

/// A correct subscription: one subscriber's demand, the values on their way to it, and their end.
///
/// The mutants override one method of it each, to make one honest mistake.
class Outlet: Subscription, CustomStringConvertible, @unchecked Sendable {
  typealias Downstream = AnySubscriber<Int, ProbeError>
  typealias Completion = Subscribers.Completion<ProbeError>

  enum Event {
    case value(Int, Downstream)
    case completion(Completion, Downstream)
  }

  var description: String { "Outlet" }

  let lock = NSLock()  // guards everything below
  var downstream: Downstream?
  var onEnd: (() -> Void)?
  var demand = Subscribers.Demand.none
  var waiting = Queue<Int>()
  var completion: Completion?
  var isEmitting = true  // until the subscriber has its subscription

  required init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    lock.lock()
    if downstream != nil { self.demand += demand }
    lock.unlock()
    drain()
  }

  /// Puts a value into the queue; `drain()` delivers it.
  func accept(_ value: Int) {
    lock.lock()
    if downstream != nil, completion == nil { waiting.append(value) }
    lock.unlock()
  }

  /// Puts the completion behind the queue; `drain()` delivers it.
  func accept(_ completion: Completion) {
    lock.lock()
    if self.completion == nil { self.completion = completion }
    lock.unlock()
  }

  /// Lets events through, now that the subscriber has its subscription.
  func open() {
    lock.lock()
    isEmitting = false
    lock.unlock()
    drain()
  }

  /// Delivers what waits, one event after the other, unless a call further out is doing so.
  func drain() {
    drain(from: next(adding: nil))
  }

  func drain(from first: Event?) {
    var event = first
    while let current = event {
      switch current {
      case .value(let value, let downstream):
        event = next(adding: deliver(value, to: downstream))
      case .completion(let completion, let downstream):
        end()
        downstream.receive(completion: completion)
        return
      }
    }
  }

  func deliver(_ value: Int, to downstream: Downstream) -> Subscribers.Demand {
    downstream.receive(value)
  }

  func next(adding returned: Subscribers.Demand?) -> Event? {
    lock.lock()
    defer { lock.unlock() }
    if let returned {
      if downstream != nil { demand += returned }
    } else if isEmitting {
      return nil
    }
    let event = takeEvent()
    isEmitting = event != nil
    return event
  }

  /// The event to deliver now. Called with the lock held.
  func takeEvent() -> Event? {
    guard let downstream else { return nil }
    if demand > .none, let value = waiting.popFirst() {
      demand -= 1
      return .value(value, downstream)
    }
    if waiting.isEmpty, let completion { return .completion(completion, downstream) }
    return nil
  }

  func cancel() {
    end()
  }

  /// Lets go of everything, once.
  func end() {
    lock.lock()
    let (downstream, onEnd) = (downstream, onEnd)
    self.downstream = nil
    self.onEnd = nil
    demand = .none
    waiting = Queue()
    lock.unlock()
    onEnd?()
    withExtendedLifetime(downstream) {}  // it goes here, outside the lock
  }
}
