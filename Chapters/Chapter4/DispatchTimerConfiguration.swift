import Dispatch
import OpenCombineShim
import Playground

/// What a `DispatchTimer` is to do.
public struct DispatchTimerConfiguration {
  /// Where values are delivered; nil for a private serial queue of each subscription.
  public let queue: DispatchQueue?
  /// The time between ticks.
  public let interval: DispatchTimeInterval
  /// The most by which the system may delay a tick to save energy.
  public let leeway: DispatchTimeInterval
  /// How many values to deliver before the finish.
  public let times: Subscribers.Demand

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - queue: Where values are delivered; nil for a private serial queue of each subscription.
  ///   - interval: The time between ticks. Traps unless it is positive, and where it is `.never`.
  ///   - leeway: The most by which the system may delay a tick to save energy. Traps where it is
  ///     negative or `.never`.
  ///   - times: How many values to deliver before the finish.
  public init(
    queue: DispatchQueue? = nil, interval: DispatchTimeInterval,
    leeway: DispatchTimeInterval = .nanoseconds(0), times: Subscribers.Demand = .unlimited
  ) {
    require(
      interval.count.map { $0 > 0 } ?? false,
      "DispatchTimerConfiguration(interval:): the interval must be positive, but is \(interval)")
    require(
      leeway.count.map { $0 >= 0 } ?? false,
      "DispatchTimerConfiguration(leeway:): the leeway must not be negative or never, but is \(leeway)"
    )
    self.queue = queue
    self.interval = interval
    self.leeway = leeway
    self.times = times
  }
}

extension DispatchTimeInterval {
  /// How many of its units it counts, or nil for `.never`.
  fileprivate var count: Int? {
    switch self {
    case .seconds(let count), .milliseconds(let count), .microseconds(let count),
      .nanoseconds(let count):
      count
    case .never: nil
    @unknown default: nil
    }
  }
}
