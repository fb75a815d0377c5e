import Dispatch
import OpenCombineShim

extension Publishers {
  /// Ticks on a queue, and sends the time of each tick that somebody has asked for.
  ///
  /// - Parameters:
  ///   - queue: Where values are delivered; nil for a private serial queue of each subscription.
  ///   - interval: The time between ticks. Traps unless it is positive, and where it is `.never`.
  ///   - leeway: The most by which the system may delay a tick to save energy. Traps where it is
  ///     negative or `.never`.
  ///   - times: How many values to deliver before the finish.
  ///   - source: What makes the ticks; the real time unless given.
  public static func timer(
    queue: DispatchQueue? = nil, interval: DispatchTimeInterval,
    leeway: DispatchTimeInterval = .nanoseconds(0), times: Subscribers.Demand = .unlimited,
    source: TickSource = .live
  ) -> DispatchTimer {
    DispatchTimer(
      DispatchTimerConfiguration(queue: queue, interval: interval, leeway: leeway, times: times),
      source: source)
  }

  /// A publisher of times, made by a `DispatchSourceTimer`.
  ///
  /// It is cold: each subscriber has a timer of its own, which starts with its first demand, or
  /// once it has its subscription where it asks while it is receiving that. A tick that nobody
  /// has asked for is dropped, and only delivered values count towards the finish, which follows
  /// the last of them at once.
  ///
  /// The first tick comes one interval after the start, the others follow on that grid. While the
  /// queue is busy, missed ticks become a single one, and the grid stays where it is. A tick that
  /// comes during a call of the subscriber, on a concurrent queue, waits for the end of that call.
  ///
  /// A subscription that nobody holds any more stops its timer. A tick is constant.
  ///
  /// The idea and the names come from the custom publishers of *Combine: Asynchronous Programming
  /// with Swift*.
  public struct DispatchTimer: Publisher {
    public typealias Output = DispatchTime
    public typealias Failure = Never

    private let configuration: DispatchTimerConfiguration
    private let source: TickSource

    /// Creates a timer.
    ///
    /// - Parameters:
    ///   - configuration: What it is to do.
    ///   - source: What makes the ticks; the real time unless given.
    public init(_ configuration: DispatchTimerConfiguration, source: TickSource = .live) {
      self.configuration = configuration
      self.source = source
    }

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == DispatchTime, Downstream.Failure == Never {
      let timer = RunningTimer(
        configuration, source: source, receive: subscriber.receive,
        complete: { subscriber.receive(completion: .finished) })
      let subscription = DispatchTimerSubscription(timer)
      subscriber.receive(subscription: subscription)
      withExtendedLifetime(subscription) { timer.open() }
    }
  }
}
