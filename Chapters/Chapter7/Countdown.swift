import OpenCombineShim
import Playground

extension Publisher {
  /// Counts down to zero, one step for each value of upstream, and finishes with zero.
  ///
  /// The start comes without a step. It counts steps and not time: a step that upstream drops for
  /// want of demand makes it late. Where upstream finishes early, zero comes at once.
  ///
  /// - Parameter start: Where it begins. Traps unless it is positive.
  public func countdown(from start: Int) -> some Publisher<Int, Failure> {
    require(start > 0, "countdown(from:): the start must be positive, but is \(start)")
    let steps = scan(start) { left, _ in left - 1 }
    return steps.prefix { $0 > 0 }.prepend(start).append(0)
  }
}
