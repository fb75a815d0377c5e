import Foundation

/// The values of a countdown and the times at which they are due, numbered from 0, in nanoseconds.
///
/// Whole numbers, because steps of 0.01 don't add up to what they should: see Chapter 2.
struct CountdownSteps {
  let duration: Int
  let interval: Int

  /// The number of the step that is zero.
  var last: Int { duration / interval + (intervalsFillDuration ? 0 : 1) }

  /// Whether zero is due a whole interval after the step before it.
  var intervalsFillDuration: Bool { duration % interval == 0 }

  /// Nanoseconds from the start until a step is due.
  func time(of step: Int) -> Int { min(step * interval, duration) }

  /// Seconds that are left at a step.
  func value(of step: Int) -> TimeInterval {
    TimeInterval(duration - time(of: step)) / 1e9
  }
}
