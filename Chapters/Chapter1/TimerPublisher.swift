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
/// After `Timer.publish(every:on:in:)`, which runs on run loops only.
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
  ///   - interval: The time between ticks, in the scheduler's unit. Traps unless it is positive
  ///     and finite.
  ///   - tolerance: How late a tick may come; the scheduler's least unless given. Traps where it is
  ///     negative or not finite.
  ///   - scheduler: Where the ticks are timed and delivered.
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
  /// - Returns: The connection. Keep it: only `cancel()` ends it, letting go of it does not.
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
    let isWanted = current == generation
    if isWanted { self.timer = timer }
    lock.unlock()
    if !isWanted { timer.cancel() }  // disconnected while the scheduler was being asked
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

  /// Gives a tick to every subscriber that waits for one, and only then delivers it.
  ///
  /// In two phases, so that what one subscriber does with the tick can't take it from another.
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

/// One subscriber's demand and the ticks on their way to it.
private final class TimerSubscription<Output>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  let description = "TimerPublisher"

  private let lock = NSLock()  // guards everything below
  private var receive: ((Output) -> Subscribers.Demand)?
  private var onCancel: ((TimerSubscription) -> Void)?
  private var demand = Subscribers.Demand.none
  private var ticks: [Output] = []
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
    isEmitting = receive != nil && !ticks.isEmpty
    guard isEmitting, let receive else { return nil }
    return (receive, ticks.removeFirst())
  }

  func cancel() {
    lock.lock()
    let (receive, onCancel) = (receive, onCancel)
    self.receive = nil
    self.onCancel = nil
    demand = .none
    ticks = []
    lock.unlock()
    onCancel?(self)
    _ = receive  // the subscriber is released here, outside the lock
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

/// Infinity less itself is not a number, and what is not a number equals nothing.
private func isFinite(_ interval: some SignedNumeric) -> Bool {
  interval - interval == .zero
}
