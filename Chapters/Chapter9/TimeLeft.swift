import OpenCombineShim
import Playground

/// Whole hours, minutes and seconds: what is left of a countdown, from nothing to 23:59:59.
struct TimeLeft: Hashable, Sendable, CustomStringConvertible {
  /// From 0 to 23.
  let hours: Int
  /// From 0 to 59.
  let minutes: Int
  /// From 0 to 59.
  let seconds: Int

  /// Creates a time from its parts, as a picker has them.
  ///
  /// - Parameters:
  ///   - hours: Traps unless it is from 0 to 23.
  ///   - minutes: Traps unless it is from 0 to 59.
  ///   - seconds: Traps unless it is from 0 to 59.
  init(hours: Int = 0, minutes: Int = 0, seconds: Int = 0) {
    require(0...23 ~= hours, "TimeLeft(hours:): must be from 0 to 23, but is \(hours)")
    require(0...59 ~= minutes, "TimeLeft(minutes:): must be from 0 to 59, but is \(minutes)")
    require(0...59 ~= seconds, "TimeLeft(seconds:): must be from 0 to 59, but is \(seconds)")
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
  }

  /// Creates a time from its seconds in all.
  ///
  /// - Parameter totalSeconds: Traps unless it is from 0 to 86,399.
  init(totalSeconds: Int) {
    require(
      0...86_399 ~= totalSeconds,
      "TimeLeft(totalSeconds:): must be from 0 to 86399, but is \(totalSeconds)")
    self.init(
      hours: totalSeconds / 3_600, minutes: totalSeconds / 60 % 60, seconds: totalSeconds % 60)
  }

  /// The longest time: a second less than a day.
  static let longest = TimeLeft(hours: 23, minutes: 59, seconds: 59)

  /// The whole of it in seconds.
  var totalSeconds: Int { hours * 3_600 + minutes * 60 + seconds }

  /// As a clock shows it: `0:01:30`.
  var description: String { "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds))" }
}

extension TimeLeft {
  /// What is left until a deadline, rounded up to the second; nothing when that is over, and the
  /// longest time where there is more.
  ///
  /// A scheduler's times can be moved and compared, but not divided: so the number of seconds is
  /// found by halving, in 17 comparisons.
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - deadline: When nothing is left.
  init<Time: Strideable>(from now: Time, until deadline: Time)
  where Time.Stride: SchedulerTimeIntervalConvertible {
    var (least, most) = (0, Self.longest.totalSeconds)
    while least < most {
      let middle = (least + most) / 2
      if now.advanced(by: .seconds(middle)) < deadline {
        least = middle + 1
      } else {
        most = middle
      }
    }
    self.init(totalSeconds: least)
  }
}

private func twoDigits(_ number: Int) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}
