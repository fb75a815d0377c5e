import Foundation
import OpenCombineShim
import Playground

extension Timer {
  /// Counts down in seconds: the duration, each interval less, and zero with the finish.
  ///
  /// - Parameters:
  ///   - duration: Seconds from the first value to zero, from 0 to 4 · 10⁹. Traps where it is
  ///     anything else.
  ///   - interval: Seconds between values, from 10⁻⁹ to 4 · 10⁹. Traps where it is anything else.
  ///   - scheduler: Where the values are timed.
  public static func countdown<Context: Scheduler>(
    _ duration: TimeInterval, every interval: TimeInterval, on scheduler: Context
  ) -> CountdownPublisher<Context> {
    CountdownPublisher(duration, every: interval, on: scheduler)
  }
}

/// A publisher of the seconds that are left of a duration.
///
/// It is cold: each subscriber has a clock of its own, which starts with its first demand. The
/// duration answers that demand, zero comes one duration later, and with zero the finish.
///
/// A value is always a whole number of intervals less than the duration, or zero. Which one is
/// due is read from the scheduler's clock, never counted: after a stall, or a slow call of the
/// subscriber, the missed values are skipped, and zero is on time. A value that nobody asks for
/// when it is due is dropped, except zero, which waits for demand.
///
/// Values come where the scheduler runs its actions. The first, and a zero that has waited, come
/// where they are asked for, and a value that falls due during a call comes right after that call.
/// A tick is constant; after n missed intervals it costs O(log n).
///
/// The idea comes from the second half of *Countdown Timer Publisher*.
public struct CountdownPublisher<Context: Scheduler>: Publisher {
  public typealias Output = TimeInterval
  public typealias Failure = Never

  private let steps: CountdownSteps
  private let startClock: (_ onStep: @escaping (Int) -> Void) -> Cancellable

  /// Creates a countdown.
  ///
  /// - Parameters:
  ///   - duration: Seconds from the first value to zero, from 0 to 4 · 10⁹. Taken to the nanosecond
  ///     as far as a `Double` holds it, which is 97 days. Traps where it is anything else.
  ///   - interval: Seconds between values, from 10⁻⁹ to 4 · 10⁹. Traps where it is anything else.
  ///   - scheduler: Where the values are timed.
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
