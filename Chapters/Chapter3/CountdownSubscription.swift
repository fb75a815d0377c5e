import Foundation
import OpenCombineShim

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
  private var startWaits = false  // to be sent; demand is spent on it
  private var newest: Int?  // a step to be sent in its turn; demand is spent on it
  private var zeroWaits = false  // for demand, or for its turn
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
      startWaits = true
      self.demand -= 1
    }
    lock.unlock()
    if isFirst, steps.last > 0 { start() }
    drain()
  }

  private func start() {
    let clock = startClock { [weak self] step in self?.drain(reaching: step) }
    lock.lock()
    let isWanted = downstream != nil
    if isWanted { self.clock = clock }
    lock.unlock()
    if !isWanted { clock.cancel() }  // cancelled while the clock was being started
  }

  // MARK: Values go out

  /// Lets values through, now that the subscriber has its subscription.
  func open() {
    lock.lock()
    isEmitting = false
    lock.unlock()
    drain()
  }

  /// Delivers what waits, one value after the other, unless a call further out is doing so.
  ///
  /// - Parameter step: The step that has just become due, if one has.
  private func drain(reaching step: Int? = nil) {
    var reached = step
    var returned: Subscribers.Demand?
    while let (downstream, step) = next(reaching: reached, adding: returned) {
      reached = nil
      returned = downstream.receive(steps.value(of: step))
      if step == steps.last { end()?.receive(completion: .finished) }
    }
  }

  private func next(
    reaching reached: Int?, adding returned: Subscribers.Demand?
  ) -> (Downstream, Int)? {
    lock.lock()
    defer { lock.unlock() }
    if let reached { note(reached) }
    if let returned { demand += returned } else if isEmitting { return nil }
    guard let downstream, let step = takeStep() else {
      isEmitting = false
      return nil
    }
    isEmitting = true
    return (downstream, step)
  }

  /// Makes a step the one to send, where it finds demand. Called with the lock held.
  private func note(_ reached: Int) {
    guard downstream != nil, let step, reached > step else { return }
    self.step = reached
    if reached == steps.last {
      zeroWaits = true
    } else if newest != nil {
      newest = reached  // the one before it is out of date, and its demand serves this one
    } else if demand > .none {
      demand -= 1
      newest = reached
    }
  }

  /// The step to send now. Called with the lock held.
  private func takeStep() -> Int? {
    if startWaits {
      startWaits = false
      return 0
    }
    if zeroWaits, newest != nil || demand > .none {
      if newest == nil { demand -= 1 }
      newest = nil
      zeroWaits = false
      return steps.last
    }
    defer { newest = nil }
    return newest
  }

  // MARK: The end

  deinit { clock?.cancel() }

  func cancel() {
    _ = end()
  }

  /// Stops the clock and lets go of the subscriber, once.
  private func end() -> Downstream? {
    lock.lock()
    let (downstream, clock) = (downstream, clock)
    self.downstream = nil
    self.clock = nil
    demand = .none
    startWaits = false
    newest = nil
    lock.unlock()
    clock?.cancel()
    return downstream
  }
}
