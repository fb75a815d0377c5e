import Foundation
import OpenCombineShim
import Playground

/// A publisher of ticks for any number of subscribers, from one timer on any scheduler.
///
/// Subscribing starts nothing: the ticks begin at `connect()`, the first one interval later. A
/// second `connect()` shares the timer. When every connection is cancelled the ticks stop, the
/// subscribers stay, and another `connect()` goes on. The scheduler's timer keeps a connected
/// publisher alive.
///
/// Each tick is the scheduler's time when it comes. A subscriber that has no demand just then
/// misses it. Cancelling a subscription costs O(n) for n subscribers.
///
/// Modelled on `Timer.publish(every:on:in:)`, which runs on run loops only.
public final class TimerPublisher<Context: Scheduler>: ConnectablePublisher, @unchecked Sendable {
  public typealias Output = Context.SchedulerTimeType
  public typealias Failure = Never

  private let interval: Output.Stride
  private let tolerance: Output.Stride
  private let scheduler: Context

  private let lock = NSLock()  // guards everything below
  private var subscriptions: [TimerSubscription<Output>] = []
  private var connections = 0
  private var timer: Cancellable?
  private var generation = 0  // a late tick of a timer that was cancelled carries an old one

  /// Creates a publisher that ticks when it is connected.
  ///
  /// - Parameters:
  ///   - interval: The time between ticks; a literal counts seconds. Traps unless it is positive
  ///     and finite.
  ///   - tolerance: How late a tick may come; `scheduler.minimumTolerance` unless given. Traps where
  ///     it is negative or not finite.
  ///   - scheduler: Where the ticks are timed and delivered; one that runs a repeating action's
  ///     turns one after the other, as all the built-in ones do.
  public init(
    every interval: Output.Stride, tolerance: Output.Stride? = nil, scheduler: Context
  ) {
    let tolerance = tolerance ?? scheduler.minimumTolerance
    require(
      interval > .zero && isFinite(interval),
      "TimerPublisher(every:): the interval must be positive and finite, but is \(interval)")
    require(
      tolerance >= .zero && isFinite(tolerance),
      "TimerPublisher(tolerance:): must be finite and not negative, but is \(tolerance)")
    self.interval = interval
    self.tolerance = tolerance
    self.scheduler = scheduler
  }

  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    let subscription = TimerSubscription(
      receive: { subscriber.receive($0) },
      onCancel: { [weak self] in self?.remove($0) })
    lock.lock()
    subscriptions.append(subscription)
    lock.unlock()
    subscriber.receive(subscription: subscription)
    subscription.open()
  }

  /// Starts the ticks, or shares those that another connection has started.
  ///
  /// - Returns: The connection. Its `cancel()` is the only way to end it: if you let go of it, the
  ///   ticks go on.
  public func connect() -> Cancellable {
    lock.lock()
    connections += 1
    let isFirst = connections == 1
    if isFirst { generation += 1 }
    let current = generation
    lock.unlock()
    if isFirst { start(current) }
    return TimerConnection { self.disconnect() }
  }

  private func start(_ current: Int) {
    let timer = scheduler.schedule(
      after: scheduler.now.advanced(by: interval), interval: interval, tolerance: tolerance
    ) {
      self.tick(current)
    }
    lock.lock()
    self.timer = timer
    lock.unlock()
  }

  private func disconnect() {
    lock.lock()
    connections -= 1
    guard connections == 0 else {
      lock.unlock()
      return
    }
    generation += 1
    let timer = timer
    self.timer = nil
    lock.unlock()
    timer?.cancel()
  }

  /// Gives a tick to every subscription that has demand, and only then delivers it.
  ///
  /// In two phases, so that all see the same ticks in the same order, whatever one of them does.
  private func tick(_ current: Int) {
    let now = scheduler.now
    lock.lock()
    guard current == generation else {
      lock.unlock()
      return
    }
    let receivers = subscriptions
    for subscription in receivers { subscription.enqueue(now) }
    lock.unlock()
    for subscription in receivers { subscription.drain() }
  }

  private func remove(_ subscription: TimerSubscription<Output>) {
    lock.lock()
    subscriptions.removeAll { $0 === subscription }
    lock.unlock()
  }
}

/// One call of `connect()`: ends once, however often it is cancelled.
private final class TimerConnection: Cancellable, @unchecked Sendable {
  private let lock = NSLock()  // guards the closure
  private var onCancel: (() -> Void)?

  init(onCancel: @escaping () -> Void) {
    self.onCancel = onCancel
  }

  func cancel() {
    lock.lock()
    let onCancel = onCancel
    self.onCancel = nil
    lock.unlock()
    onCancel?()
  }
}

/// Whether an interval is finite: infinity minus itself is not a number, which equals nothing.
private func isFinite(_ interval: some SignedNumeric) -> Bool {
  interval - interval == .zero
}
