import Foundation
import OpenCombineShim
import Playground

/// One subscriber's countdown: its demand, its clock, and the values on their way to it.
///
/// The clock does not hold the subscription: one that the subscriber lets go of stops.
final class CountdownSubscription: Subscription, CustomStringConvertible, @unchecked Sendable {
  typealias Downstream = AnySubscriber<TimeInterval, Never>

  let description = "Countdown"

  private let steps: CountdownSteps
  private let startClock: (_ onStep: @escaping (Int) -> Void) -> Cancellable

  private let lock = NSLock()  // guards everything below
  private var downstream: Downstream?
  private var demand = Subscribers.Demand.none
  private var step: Int?  // the last one that was due, once the clock has started
  private var clock: Cancellable?
  private var accepted = Queue<Int>()  // steps on their way to the subscriber
  private var zeroWaits = false  // for demand
  private var isEmitting = true  // until the subscriber has its subscription

  init(
    steps: CountdownSteps, downstream: Downstream,
    startClock: @escaping (_ onStep: @escaping (Int) -> Void) -> Cancellable
  ) {
    self.steps = steps
    self.downstream = downstream
    self.startClock = startClock
  }

  // MARK: The subscriber asks

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    lock.lock()
    guard downstream != nil else {
      lock.unlock()
      return
    }
    self.demand += demand
    let isFirst = step == nil
    if isFirst {
      step = 0
      accept(0)
    }
    lock.unlock()
    if isFirst, steps.last > 0 { start() }
    drain()
  }

  private func start() {
    let clock = startClock { [weak self] step in self?.reach(step) }
    lock.lock()
    let isWanted = downstream != nil
    if isWanted { self.clock = clock }
    lock.unlock()
    if !isWanted { clock.cancel() }  // cancelled while the clock was being started
  }

  // MARK: Time passes

  private func reach(_ step: Int) {
    lock.lock()
    if downstream != nil, let last = self.step, step > last {
      self.step = step
      if step == steps.last { zeroWaits = true } else if demand > .none { accept(step) }
    }
    lock.unlock()
    drain()
  }

  // MARK: Values go out

  /// Spends demand on a step. Called with the lock held.
  private func accept(_ step: Int) {
    demand -= 1
    accepted.append(step)
  }

  /// Lets values through, now that the subscriber has its subscription.
  func open() {
    lock.lock()
    isEmitting = false
    lock.unlock()
    drain()
  }

  /// Delivers the accepted steps one after the other, unless a call further out is doing so.
  private func drain() {
    var returned: Subscribers.Demand?
    while let (downstream, step) = next(adding: returned) {
      returned = downstream.receive(steps.value(of: step))
      if step == steps.last { end()?.receive(completion: .finished) }
    }
  }

  private func next(adding returned: Subscribers.Demand?) -> (Downstream, Int)? {
    lock.lock()
    defer { lock.unlock() }
    if let returned { demand += returned } else if isEmitting { return nil }
    if zeroWaits, demand > .none {
      zeroWaits = false
      accept(steps.last)
    }
    guard let downstream, let step = accepted.popFirst() else {
      isEmitting = false
      return nil
    }
    isEmitting = true
    return (downstream, step)
  }

  // MARK: The end

  func cancel() {
    _ = end()
  }

  /// Stops the clock and lets go of the subscriber, once.
  private func end() -> Downstream? {
    lock.lock()
    let (downstream, clock) = (downstream, clock)
    self.downstream = nil
    self.clock = nil
    accepted = Queue()
    lock.unlock()
    clock?.cancel()
    return downstream
  }
}
