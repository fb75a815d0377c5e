import Foundation
import Playground

/// The time of a scene that no virtual clock drives: it passes by itself, and meanwhile the run loop
/// of the thread that waits is turned, and other threads work.
final class RealTime: @unchecked Sendable {
  private let start = DispatchTime.now().uptimeNanoseconds
  private let change = DispatchSemaphore(value: 0)

  private let lock = NSLock()  // guards the count
  private var count = 0

  /// Milliseconds of real time since the scene began, as a time of its history.
  var now: VirtualTime {
    let nanoseconds = Int64(DispatchTime.now().uptimeNanoseconds - start)
    return VirtualTime(nanoseconds: nanoseconds / 1_000_000 * 1_000_000)
  }

  /// Called for each line of the history, on any thread.
  func note(_ line: History.Line) {
    guard line.kind == .value || line.kind == .completion else { return }
    lock.withLock { count += 1 }
    change.signal()
  }

  /// Waits for one more value or completion, and a quarter of an interval for those that come with
  /// it; where nothing comes, for two intervals, because a timer may be late.
  ///
  /// - Parameter interval: Seconds in which one more value comes.
  func pass(_ interval: TimeInterval) {
    let last = Date(timeIntervalSinceNow: 4 * interval)
    var end = Date(timeIntervalSinceNow: 2 * interval)
    var seen = lock.withLock { count }
    repeat {
      // Fires the timers that are due, and returns when the next one is.
      let next = RunLoop.current.limitDate(forMode: .default) ?? end
      let recorded = lock.withLock { count }
      if recorded > seen {
        end = min(last, Date(timeIntervalSinceNow: interval / 4))
        seen = recorded
      }
      let wait = min(min(next, end).timeIntervalSinceNow, interval)
      if wait > 0 { _ = change.wait(timeout: .now() + wait) }
    } while end.timeIntervalSinceNow > 0
  }
}
