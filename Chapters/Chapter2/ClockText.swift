import Playground

/// Seconds as minutes, seconds and hundredths: `01:02.50`.
///
/// - Parameter seconds: Rounded to the nearest hundredth; less than zero counts as zero. Traps
///   where they are not finite, or more than 10⁹.
func clockText(_ seconds: Double) -> String {
  require(seconds.isFinite, "clockText: the seconds must be finite, but are \(seconds)")
  require(seconds <= 1e9, "clockText: the seconds must be at most 1e9, but are \(seconds)")
  let hundredths = Int((max(0, seconds) * 100).rounded())
  return [(hundredths / 6_000, ":"), (hundredths / 100 % 60, "."), (hundredths % 100, "")]
    .map { number, mark in (number < 10 ? "0" : "") + "\(number)\(mark)" }
    .joined()
}
