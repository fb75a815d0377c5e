import Dispatch
import Foundation
import OpenCombineShim

/// A scheduler whose clock moves only when it is told to, and then from event to event.
///
/// Work that is scheduled waits in a queue. `advance(by:)` moves the clock, and stops at each event
/// on the way to run it, so that a test of an hour of timers takes no time at all:
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// var ticks = 0
/// let timer = scheduler.schedule(after: scheduler.now, interval: 1) { ticks += 1 }
/// try scheduler.advance(by: 3_600)
/// print(ticks)  // 3601, the first at 0 s
/// timer.cancel()
/// ```
///
/// - Events that are due together run in the order in which they were scheduled; a repeating
///   event keeps its first place. Work scheduled in the past runs at the present.
/// - An action may schedule, cancel, stall and even advance. No lock is held while it runs.
/// - Scheduling is safe from any thread. Advance from one thread at a time.
/// - At the pace `.live` the clock waits for real time before each event; the events and their
///   times are the same. An event that comes late in real time still carries the time it was due.
///
/// Scheduling and running an event cost O(log n) for n pending events; cancelling is constant on
/// average, and the queue forgets cancelled events in bulk.
///
/// The idea of a scheduler for tests comes from Rx's `TestScheduler` and from combine-schedulers.
public final class VirtualTimeScheduler: Scheduler, @unchecked Sendable {
  public typealias SchedulerTimeType = VirtualTime
  public typealias SchedulerOptions = Never

  /// How the clock moves while it advances.
  public enum Pace: Sendable {
    /// From event to event without waiting.
    case instant
    /// Waiting for real time, counted from the scheduler's creation.
    case live
  }

  /// The error of a call that ran more events than its limit.
  public struct LimitReached: Error, Equatable, CustomStringConvertible {
    /// The most events that the call was allowed to run.
    public let limit: Int
    /// The events that were left.
    public let pending: Int
    /// When the first of them is due.
    public let nextDue: VirtualTime

    public var description: String {
      """
      stopped after \(limit) events with \(pending) still pending, the next one due at \(nextDue). \
      A repeating event that nobody cancels never ends: cancel it, advance to a time instead of \
      running to the end, or raise the limit.
      """
    }
  }

  private let pace: Pace
  private let realStart = DispatchTime.now().uptimeNanoseconds

  private let condition = NSCondition()  // guards everything below
  private var time = VirtualTime.origin
  private var events = BinaryHeap<ScheduledEvent>()
  private var cancelledEvents = 0
  private var nextSequence = 0
  private var waitingUntil: VirtualTime?

  /// Creates a scheduler whose clock stands at the origin.
  ///
  /// - Parameter pace: Whether advancing waits for real time.
  public init(pace: Pace = .instant) {
    self.pace = pace
  }

  deinit { removeAll() }

  /// The time of the event that is running, or else the time up to which the clock has moved.
  ///
  /// While a live clock waits for its next event it moves with real time, as other threads see.
  public var now: VirtualTime {
    condition.lock()
    defer { condition.unlock() }
    return present
  }

  private var present: VirtualTime {
    guard let waitingUntil else { return time }
    return min(max(time, VirtualTime(nanoseconds: Int64(realElapsed))), waitingUntil)
  }

  public var minimumTolerance: VirtualTime.Stride { 0 }

  /// The number of events that wait, each repeating one counted once.
  public var pendingEvents: Int {
    condition.lock()
    defer { condition.unlock() }
    return events.count - cancelledEvents
  }

  // MARK: Scheduling

  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    condition.lock()
    enqueue(.once(action), due: present)
    condition.unlock()
  }

  public func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    condition.lock()
    enqueue(.once(action), due: max(date, present))
    condition.unlock()
  }

  /// Schedules a repeating action; it ends when the result is cancelled or released.
  ///
  /// An action that missed turns during a stall runs once at the stall's end, and then on its old
  /// grid, as a `DispatchSourceTimer` does.
  ///
  /// - Parameters:
  ///   - date: The first turn; the grid of the others begins here.
  ///   - interval: Time between turns. Traps unless it is positive.
  ///   - tolerance: Ignored: a virtual clock is never late.
  ///   - options: There are none.
  ///   - action: What to run.
  public func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> Cancellable {
    require(
      interval > 0,
      "VirtualTimeScheduler.schedule(after:interval:): interval must be positive, but is \(interval)"
    )
    let event = RepeatingEvent(start: date, interval: interval, action: action)
    condition.lock()
    enqueue(.repeating(event), due: max(date, present))
    condition.unlock()
    return Repetition { [weak self] in self?.cancel(event) }
  }

  private func cancel(_ event: RepeatingEvent) {
    var forgotten: [ScheduledEvent] = []
    condition.lock()
    let action = event.action
    event.action = nil
    if action != nil {
      cancelledEvents += 1
      if cancelledEvents > 32, cancelledEvents > events.count / 2 {
        forgotten = events.partition { !$0.isCancelled }
        cancelledEvents = 0
      }
    }
    if pace == .live { condition.signal() }
    condition.unlock()
    withExtendedLifetime((action, forgotten)) {}  // they go here, outside the lock
  }

  /// Call with the lock held.
  private func enqueue(_ work: Work, due: VirtualTime) {
    events.push(ScheduledEvent(due: due, sequence: nextSequence, work: work))
    nextSequence += 1
    if pace == .live { condition.signal() }
  }

  // MARK: Letting time pass

  /// Moves the clock forward and runs every event that is due on the way.
  ///
  /// - Parameters:
  ///   - interval: How far to move. Traps where it is negative.
  ///   - limit: The most events that this call runs.
  /// - Throws: `LimitReached` where there were more.
  public func advance(by interval: VirtualTime.Stride, limit: Int = 1_000_000) throws {
    require(
      interval >= 0,
      "VirtualTimeScheduler.advance(by:): interval must not be negative, but is \(interval)")
    try runEvents(until: now.advanced(by: interval), limit: limit)
  }

  /// Moves the clock to a time and runs every event that is due up to then, that time included.
  ///
  /// - Parameters:
  ///   - end: Where to stop. Traps where it lies in the past.
  ///   - limit: The most events that this call runs.
  /// - Throws: `LimitReached` where there were more.
  public func advance(to end: VirtualTime, limit: Int = 1_000_000) throws {
    require(
      end >= now,
      "VirtualTimeScheduler.advance(to:): the time must not lie before \(now), but is \(end)")
    try runEvents(until: end, limit: limit)
  }

  /// Runs events until none is left; the clock ends at the last one.
  ///
  /// - Parameter limit: The most events that this call runs.
  /// - Throws: `LimitReached` where there were more, as a repeating event makes for ever.
  public func run(limit: Int = 1_000_000) throws {
    try runEvents(until: nil, limit: limit)
  }

  /// Holds up the thread: the clock moves, and nothing that falls due runs before this returns.
  ///
  /// - Parameter interval: How long to hold it up; at the pace `.live` the call blocks that long.
  ///   Traps where it is negative.
  public func stall(for interval: VirtualTime.Stride) {
    require(
      interval >= 0,
      "VirtualTimeScheduler.stall(for:): interval must not be negative, but is \(interval)")
    condition.lock()
    time = time.advanced(by: interval)
    let end = time
    condition.unlock()
    if pace == .live, let wait = realTime(until: end) { Thread.sleep(forTimeInterval: wait) }
  }

  /// Drops every pending event.
  func removeAll() {
    condition.lock()
    let dropped = events.removeAll()
    let actions = dropped.map { event in event.timer?.action }
    for event in dropped { event.timer?.action = nil }
    cancelledEvents = 0
    if pace == .live { condition.signal() }
    condition.unlock()
    withExtendedLifetime((dropped, actions)) {}  // they go here, outside the lock
  }

  private func runEvents(until end: VirtualTime?, limit: Int) throws {
    var count = 0
    while let action = try nextAction(until: end, mayRun: count < limit, limit: limit) {
      action()
      count += 1
    }
  }

  /// Takes the next action that is due, and sets the clock to its time.
  private func nextAction(
    until end: VirtualTime?, mayRun: Bool, limit: Int
  ) throws -> (() -> Void)? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      guard let event = events.first, end.map({ event.due <= $0 }) ?? true else {
        guard let end, end > time else { return nil }
        if waits(until: end) { continue }
        time = end
        return nil
      }
      if event.isCancelled {
        _ = events.pop()
        cancelledEvents -= 1
        continue
      }
      let due = max(event.due, time)
      guard mayRun else {
        throw LimitReached(
          limit: limit, pending: events.count - cancelledEvents, nextDue: due)
      }
      if waits(until: due) { continue }
      time = due
      _ = events.pop()
      switch event.work {
      case .once(let action):
        return action
      case .repeating(let timer):
        events.push(
          ScheduledEvent(due: timer.turn(after: due), sequence: event.sequence, work: event.work))
        return timer.action
      }
    }
  }

  /// Waits for real time or for a new event; says whether the queue must be looked at again.
  private func waits(until due: VirtualTime) -> Bool {
    guard pace == .live, let wait = realTime(until: due) else { return false }
    waitingUntil = due
    _ = condition.wait(until: Date(timeIntervalSinceNow: min(wait, 3_600)))
    waitingUntil = nil
    return true
  }

  /// The real seconds that are left until a time of this clock, or nil where there are none.
  private func realTime(until time: VirtualTime) -> TimeInterval? {
    let left = Double(time.nanoseconds) - Double(realElapsed)
    return left > 0 ? left / 1e9 : nil
  }

  private var realElapsed: UInt64 { DispatchTime.now().uptimeNanoseconds - realStart }
}
