import Foundation
import OpenCombineShim

/// A moment of the playground's clock: whole nanoseconds since its origin, 2001-01-01 00:00:00 UTC.
///
/// Times that leave the range of an `Int64` (292 years either way) stay at its ends.
public struct VirtualTime: Strideable, Hashable, Sendable, CustomStringConvertible {
  /// Nanoseconds since the origin.
  public var nanoseconds: Int64

  /// The origin, where every clock begins.
  public static let origin = VirtualTime(nanoseconds: 0)

  /// Creates a time.
  ///
  /// - Parameter nanoseconds: Nanoseconds since the origin.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The same moment as a date.
  public var date: Date {
    Date(timeIntervalSinceReferenceDate: Double(nanoseconds) / 1e9)
  }

  /// Seconds since the origin, exact, with three decimals or more: `1.500s`.
  public var description: String { exactSecondsText(nanoseconds) }

  /// Seconds since the origin, rounded to three decimals, as a line of a log has them.
  var lineText: String { secondsText(nanoseconds) }

  public func distance(to other: VirtualTime) -> Stride {
    Stride(nanoseconds: other.nanoseconds) - Stride(nanoseconds: nanoseconds)
  }

  public static func < (left: VirtualTime, right: VirtualTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  public func advanced(by stride: Stride) -> VirtualTime {
    VirtualTime(nanoseconds: (Stride(nanoseconds: nanoseconds) + stride).nanoseconds)
  }
}

extension VirtualTime {
  /// A length of virtual time: whole nanoseconds. A literal counts seconds.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral, Hashable, Sendable, CustomStringConvertible
  {
    /// Nanoseconds, negative for a step back.
    public var nanoseconds: Int64

    /// Creates a length of time.
    ///
    /// - Parameter nanoseconds: Nanoseconds, negative for a step back.
    public init(nanoseconds: Int64) {
      self.nanoseconds = nanoseconds
    }

    /// Creates a length of so many seconds.
    public init(integerLiteral value: Int) {
      self = .seconds(value)
    }

    /// Creates a length of so many seconds.
    public init(floatLiteral value: Double) {
      self = .seconds(value)
    }

    /// Creates a length of so many seconds, or nil where an `Int64` of nanoseconds can't hold them.
    public init?(exactly source: some BinaryInteger) {
      guard let seconds = Int64(exactly: source) else { return nil }
      let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      if overflow { return nil }
      self.init(nanoseconds: nanoseconds)
    }

    /// Seconds, rounded to the nearest nanosecond. Traps where they are not finite.
    public static func seconds(_ value: Double) -> Stride {
      require(value.isFinite, "VirtualTime.Stride.seconds(_:): must be finite, but is \(value)")
      let nanoseconds = (value * 1e9).rounded()
      return Stride(nanoseconds: Int64(exactly: nanoseconds) ?? (value < 0 ? .min : .max))
    }

    /// Whole seconds; what an `Int64` of nanoseconds can't hold stays at its end, as below.
    public static func seconds(_ value: Int) -> Stride { scaled(value, 1_000_000_000) }
    public static func milliseconds(_ value: Int) -> Stride { scaled(value, 1_000_000) }
    public static func microseconds(_ value: Int) -> Stride { scaled(value, 1_000) }
    public static func nanoseconds(_ value: Int) -> Stride { scaled(value, 1) }

    static func scaled(_ value: Int, _ unit: Int64) -> Stride {
      let (product, overflow) = Int64(value).multipliedReportingOverflow(by: unit)
      return Stride(nanoseconds: overflow ? (value < 0 ? .min : .max) : product)
    }

    /// Seconds as a floating-point number.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Seconds, exact, with three decimals or more: `0.500s`.
    public var description: String { exactSecondsText(nanoseconds) }

    /// Seconds, rounded to three decimals, as a line of a log has them.
    var lineText: String { secondsText(nanoseconds) }

    public var magnitude: Stride { nanoseconds < 0 ? 0 - self : self }

    public static func < (left: Stride, right: Stride) -> Bool {
      left.nanoseconds < right.nanoseconds
    }

    public static func + (left: Stride, right: Stride) -> Stride {
      let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
      return Stride(nanoseconds: overflow ? (left.nanoseconds < 0 ? .min : .max) : sum)
    }

    public static func - (left: Stride, right: Stride) -> Stride {
      let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
      return Stride(nanoseconds: overflow ? (left.nanoseconds < 0 ? .min : .max) : difference)
    }

    /// The product of two numbers of seconds.
    public static func * (left: Stride, right: Stride) -> Stride {
      .seconds(left.seconds * right.seconds)
    }

    public static func *= (left: inout Stride, right: Stride) { left = left * right }
    public static func += (left: inout Stride, right: Stride) { left = left + right }
    public static func -= (left: inout Stride, right: Stride) { left = left - right }
  }
}

/// Nanoseconds as seconds with nine decimals, less the zeros at the end beyond the third.
private func exactSecondsText(_ nanoseconds: Int64) -> String {
  let (seconds, fraction) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
  var decimals = String(1_000_000_000 + fraction).dropFirst()
  while decimals.count > 3, decimals.last == "0" { decimals.removeLast() }
  return "\(nanoseconds < 0 ? "-" : "")\(seconds).\(decimals)s"
}

/// Nanoseconds as seconds with three decimals, half a millisecond rounded away from zero.
private func secondsText(_ nanoseconds: Int64) -> String {
  let milliseconds = (nanoseconds.magnitude + 500_000) / 1_000_000
  let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
  let sign = nanoseconds < 0 && milliseconds > 0 ? "-" : ""
  return "\(sign)\(milliseconds / 1_000).\(fraction)s"
}
