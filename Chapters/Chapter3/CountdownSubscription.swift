import Foundation
import OpenCombineShim
import Playground

/// One subscriber's countdown: its clock, its demand, and the values on their way to it.
///
/// The timer does not hold the subscription: one that the subscriber lets go of stops.
final class CountdownSubscription<Context: Scheduler, Downstream: Subscriber>: Subscription,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Input == TimeInterval, Downstream.Failure == Never {
  let description = "Countdown"

  private typealias Time = Context.SchedulerTimeType

  private let steps: CountdownSteps
  private let scheduler: Context

  private let lock = NSLock()  // guards everything below
  private var downstream: Downstream?
  private var demand = Subscribers.Demand.none
  private var start: Time?
  private var timer: Cancellable?
  private var step = 0  // the last one that was due
  private var accepted = Queue<Int>()  // steps on their way to the subscriber
  private var zeroWaits = false  // for demand
  private var isEmitting = true  // until the subscriber has its subscription

  init(steps: CountdownSteps, scheduler: Context, downstream: Downstream) {
    self.steps = steps
    self.scheduler = scheduler
    self.downstream = downstream
  }

  // MARK: The subscriber asks

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let now = scheduler.now
    lock.lock()
    guard downstream != nil else {
      lock.unlock()
      return
    }
    self.demand += demand
    let isFirst = start == nil
    if isFirst {
      start = now
      accept(0)
    }
    lock.unlock()
    if isFirst { startTimer(at: now) }
    drain()
  }

  private func startTimer(at start: Time) {
    guard steps.last > 0 else { return }
    let interval = Time.Stride.nanoseconds(steps.interval)
    let timer = scheduler.schedule(after: start.advanced(by: interval), interval: interval) {
      [weak self] in self?.tick()
    }
    lock.lock()
    let isWanted = downstream != nil && step < steps.last
    if isWanted { self.timer = timer }
    lock.unlock()
    guard isWanted else { return timer.cancel() }
    // Zero falls between two turns of the timer unless the intervals fill the duration.
    if !steps.fillDuration { wake(at: steps.last, from: start) }
  }

  // MARK: Time passes

  private func tick() {
    let now = scheduler.now
    lock.lock()
    guard let start, downstream != nil, step < steps.last else {
      lock.unlock()
      return
    }
    let elapsed = start.distance(to: now)
    let due = dueStep(after: elapsed)
    if due == step {
      lock.unlock()
      // Schedulers round times, so that a turn may come a little early: come back when it is due.
      let half = (steps.time(of: due) + steps.time(of: due + 1)) / 2
      if elapsed > .nanoseconds(half) { wake(at: due + 1, from: start) }
      return
    }
    step = due
    var finished: Cancellable?
    if due == steps.last {
      zeroWaits = true
      swap(&finished, &timer)
    } else if demand > .none {
      accept(due)
    }
    lock.unlock()
    finished?.cancel()
    drain()
  }

  /// The step that is due, found by halving: strides can be compared but not divided.
  private func dueStep(after elapsed: Time.Stride) -> Int {
    var (due, later) = (step, steps.last + 1)
    while later - due > 1 {
      let middle = due + (later - due) / 2
      if elapsed < .nanoseconds(steps.time(of: middle)) { later = middle } else { due = middle }
    }
    return due
  }

  private func wake(at step: Int, from start: Time) {
    scheduler.schedule(after: start.advanced(by: .nanoseconds(steps.time(of: step)))) {
      [weak self] in self?.tick()
    }
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
    let (downstream, timer) = (downstream, timer)
    self.downstream = nil
    self.timer = nil
    accepted = Queue()
    lock.unlock()
    timer?.cancel()
    return downstream
  }
}
