import Foundation
import OpenCombineShim
import Playground

extension Timer {
  /// Counts down in seconds: the duration, each interval less, and zero with the finish.
  ///
  /// - Parameters:
  ///   - duration: Seconds from the first value to zero. Traps where it is negative or not finite.
  ///   - interval: Seconds between values. Traps unless it is positive and finite.
  ///   - scheduler: Where the values are timed and delivered.
  public static func countdown<Context: Scheduler>(
    _ duration: TimeInterval, every interval: TimeInterval, on scheduler: Context
  ) -> CountdownPublisher<Context> {
    CountdownPublisher(duration, every: interval, on: scheduler)
  }
}

/// A publisher of the seconds that are left of a duration.
///
/// It is cold: each subscriber has a clock of its own, which starts with its first demand. The
/// duration goes out at once, zero exactly one duration later, and with zero the finish.
///
/// A value is always a whole number of intervals less than the duration, or zero. Which one is
/// due is read from the scheduler's clock, never counted: after a stall the missed values are
/// skipped, and zero is on time. A value that nobody asks for when it is due is dropped, except
/// zero, which waits for demand.
///
/// A tick costs O(log n) for n intervals.
public struct CountdownPublisher<Context: Scheduler>: Publisher {
  public typealias Output = TimeInterval
  public typealias Failure = Never

  private let steps: CountdownSteps
  private let startClock: (_ onStep: @escaping (Int) -> Void) -> Cancellable

  /// Creates a countdown.
  ///
  /// - Parameters:
  ///   - duration: Seconds from the first value to zero, from 0 to 4 · 10⁹; taken to the
  ///     nanosecond. Traps where it is anything else.
  ///   - interval: Seconds between values, from 10⁻⁹ to 4 · 10⁹; taken to the nanosecond. Traps
  ///     where it is anything else.
  ///   - scheduler: Where the values are timed and delivered.
  public init(_ duration: TimeInterval, every interval: TimeInterval, on scheduler: Context) {
    require(
      (0...4e9).contains(duration),
      "CountdownPublisher: the duration must lie between 0 and 4e9 seconds, but is \(duration)")
    require(
      (1e-9...4e9).contains(interval),
      "CountdownPublisher(every:): the interval must lie between 1e-9 and 4e9 seconds, but is \(interval)"
    )
    let steps = CountdownSteps(
      duration: Int((duration * 1e9).rounded()), interval: Int((interval * 1e9).rounded()))
    self.steps = steps
    // A closure made here knows which scheduler it is, and the compiler can make it fast.
    startClock = { onStep in
      let clock = CountdownClock(steps, on: scheduler, onStep: onStep)
      clock.run()
      return clock
    }
  }

  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == TimeInterval, Downstream.Failure == Never {
    let subscription = CountdownSubscription(
      steps: steps, downstream: AnySubscriber(subscriber), startClock: startClock)
    subscriber.receive(subscription: subscription)
    subscription.open()
  }
}

/// The values of a countdown and the times at which they are due, numbered from 0, in nanoseconds.
///
/// Whole numbers, because steps of 0.01 don't add up to what they should: see Chapter 2.
struct CountdownSteps {
  let duration: Int
  let interval: Int

  /// The number of the step that is zero.
  var last: Int { duration / interval + (fillDuration ? 0 : 1) }

  /// Whether zero is due a whole interval after the step before it.
  var fillDuration: Bool { duration % interval == 0 }

  /// Nanoseconds from the start until a step is due.
  func time(of step: Int) -> Int { min(step * interval, duration) }

  /// Seconds that are left at a step.
  func value(of step: Int) -> TimeInterval {
    TimeInterval(duration - time(of: step)) / 1e9
  }
}
