import Foundation
import OpenCombineShim

/// Tells which step of a countdown is due, on any scheduler, until zero or until it is let go of.
///
/// Which step it is comes from the scheduler's time and never from counting turns: those that fell
/// due together during a stall are told as one.
final class CountdownClock<Context: Scheduler>: Cancellable, @unchecked Sendable {
  private typealias Time = Context.SchedulerTimeType

  private let steps: CountdownSteps
  private let scheduler: Context
  private let start: Time
  private let onStep: (Int) -> Void

  private let lock = NSLock()  // guards everything below
  private var step = 0  // the last one that was due
  private var timer: Cancellable?
  private var isOver = false

  /// Creates a clock that starts now.
  ///
  /// - Parameters:
  ///   - steps: What to tell, and when.
  ///   - scheduler: Where it is timed.
  ///   - onStep: Called with each step that is due from the first on, without a lock held. One that
  ///     another thread has overtaken may come late.
  init(_ steps: CountdownSteps, on scheduler: Context, onStep: @escaping (Int) -> Void) {
    self.steps = steps
    self.scheduler = scheduler
    self.onStep = onStep
    start = scheduler.now
  }

  deinit { timer?.cancel() }

  func run() {
    let interval = Time.Stride.nanoseconds(steps.interval)
    let timer = scheduler.schedule(after: start.advanced(by: interval), interval: interval) {
      [weak self] in self?.turn()
    }
    lock.lock()
    let isOver = isOver
    if !isOver { self.timer = timer }
    lock.unlock()
    if isOver { return timer.cancel() }
    // Zero falls between two turns of the timer unless the intervals fill the duration.
    if !steps.fillDuration { wake(at: steps.last) }
  }

  func cancel() {
    lock.lock()
    let timer = timer
    self.timer = nil
    isOver = true
    lock.unlock()
    timer?.cancel()
  }

  private func turn() {
    let elapsed = start.distance(to: scheduler.now)
    lock.lock()
    let last = step
    if !isOver { step = dueStep(after: elapsed) }
    let due = step
    lock.unlock()
    if due > last {
      if due == steps.last { cancel() }
      onStep(due)
    } else if due < steps.last {
      // Schedulers round times, so that a turn may come a little early: come back when it is due.
      let half = (steps.time(of: due) + steps.time(of: due + 1)) / 2
      if elapsed > .nanoseconds(half) { wake(at: due + 1) }
    }
  }

  private func wake(at step: Int) {
    scheduler.schedule(after: start.advanced(by: .nanoseconds(steps.time(of: step)))) {
      [weak self] in self?.turn()
    }
  }

  /// The step that is due: as a rule the next one, else found by doubling and then by halving.
  ///
  /// A scheduler's strides can be compared, but not divided.
  private func dueStep(after elapsed: Time.Stride) -> Int {
    func isDue(_ step: Int) -> Bool { elapsed >= .nanoseconds(steps.time(of: step)) }
    var (due, later) = (step, step + 1)
    while later <= steps.last, isDue(later) {
      (due, later) = (later, min(later + (later - step), steps.last + 1))
    }
    while later - due > 1 {
      let middle = due + (later - due) / 2
      if isDue(middle) { due = middle } else { later = middle }
    }
    return due
  }
}
