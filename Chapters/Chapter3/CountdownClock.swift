import Foundation
import OpenCombineShim

/// Tells which step of a countdown is due, on any scheduler, until zero or until it is cancelled.
///
/// Which step it is comes from the scheduler's time and never from counting turns: those that fell
/// due together during a stall are told as one.
final class CountdownClock<Context: Scheduler>: Cancellable, @unchecked Sendable {
  private let steps: CountdownSteps
  private let scheduler: Context
  private let start: Context.SchedulerTimeType
  private let onStep: (Int) -> Void

  private let lock = NSLock()  // guards everything below
  private var step = 0  // the last one that was due
  private var wakeStep: Int?  // the one for which a turn beside the timer's has been asked
  private var earlyWake: Context.SchedulerTimeType?  // when such a turn last came too early
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

  func run() {
    let timer = scheduler.schedule(after: time(of: 1), interval: .nanoseconds(steps.interval)) {
      self.turn()
    }
    lock.lock()
    let isOver = isOver
    if !isOver { self.timer = timer }
    lock.unlock()
    if isOver { timer.cancel() } else { wakeForZero(after: 0) }
  }

  func cancel() {
    lock.lock()
    let timer = timer
    self.timer = nil
    isOver = true
    lock.unlock()
    timer?.cancel()
  }

  /// - Parameter target: The step for which this turn was asked; nil for one of the timer's.
  private func turn(wokenFor target: Int? = nil) {
    let now = scheduler.now
    lock.lock()
    let last = step
    if !isOver { step = dueStep(at: now) }
    let (due, isOver) = (step, isOver)
    lock.unlock()
    guard !isOver else { return }
    if due > last {
      if due == steps.last { cancel() } else { wakeForZero(after: due) }
      onStep(due)
    } else if due < target ?? due + 1, target == nil || isFirstEarlyWake(at: now) {
      wake(at: target ?? due + 1)  // schedulers round times, and a turn may come early
    }
  }

  /// Whether no other turn came early at this time: a clock that stands still is not asked again.
  private func isFirstEarlyWake(at now: Context.SchedulerTimeType) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    defer { earlyWake = now }
    return earlyWake != now
  }

  /// Zero falls between two turns of the timer unless the intervals fill the duration.
  private func wakeForZero(after step: Int) {
    if step == steps.last - 1, !steps.intervalsFillDuration { wake(at: steps.last) }
  }

  /// Asks for a turn of its own when a step is due, unless that has been asked already.
  private func wake(at step: Int) {
    lock.lock()
    let isNew = wakeStep != step
    wakeStep = step
    lock.unlock()
    guard isNew else { return }
    scheduler.schedule(after: time(of: step)) { [weak self] in
      guard let self else { return }
      self.lock.lock()
      self.wakeStep = nil
      self.lock.unlock()
      self.turn(wokenFor: step)
    }
  }

  private func time(of step: Int) -> Context.SchedulerTimeType {
    start.advanced(by: .nanoseconds(steps.time(of: step)))
  }

  /// The step that is due: as a rule the next one, else found by doubling and then by halving.
  ///
  /// A scheduler's times can be compared, but not divided.
  private func dueStep(at now: Context.SchedulerTimeType) -> Int {
    var (due, later) = (step, step + 1)
    while later <= steps.last, now >= time(of: later) {
      (due, later) = (later, min(later + (later - step), steps.last + 1))
    }
    while later - due > 1 {
      let middle = due + (later - due) / 2
      if now >= time(of: middle) { due = middle } else { later = middle }
    }
    return due
  }
}
