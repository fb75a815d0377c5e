/// A unit of a countdown. Each has a ring that drains to nothing.
enum TimeUnit: UInt8, CaseIterable, Hashable, Sendable {
  case hours, minutes, seconds

  /// The angle of a whole unit: a day of hours makes a full circle, as 60 minutes or seconds do.
  var degreesOfOne: Int { self == .hours ? 15 : 6 }

  /// How much of a ring is left.
  ///
  /// - Returns: Degrees, from 0 to less than 360.
  func degrees(of time: TimeLeft) -> Int {
    count(in: time) * degreesOfOne
  }

  /// How many whole units a time shows.
  func count(in time: TimeLeft) -> Int {
    switch self {
    case .hours: time.hours
    case .minutes: time.minutes
    case .seconds: time.seconds
    }
  }

  /// With how many seconds left, rounded up, the ring is empty for good.
  var secondsLeftAtEnd: Int {
    switch self {
    case .hours: 3_599
    case .minutes: 59
    case .seconds: 0
    }
  }

  /// The ring that ends after this one.
  var next: TimeUnit? { TimeUnit(rawValue: rawValue + 1) }
}
