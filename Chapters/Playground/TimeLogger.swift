import Foundation

/// A text stream that puts the time before each line: `+1.000s: …`.
///
/// It stands where Combine takes a stream, as in `print("timer", to: logger)`, and where Swift
/// does, as in `print("tick", to: &logger)`. Write with `print` from one thread; `log(_:)` is safe
/// from any. A line is handed on whole, never in pieces; an unfinished one waits for its end.
public final class TimeLogger: TextOutputStream, @unchecked Sendable {
  /// From when the time of a line is counted.
  public enum Reference: Sendable {
    /// From the scheduler's origin.
    case origin
    /// From the line before; the first line from the origin.
    case previousLine
  }

  private let lock = NSLock()  // guards everything below, and keeps lines in order
  private var unfinishedLine = ""
  private let deliver: (VirtualTime, String) -> Void

  private let scheduler: VirtualTimeScheduler

  /// Creates a logger that prints lines with their times.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time to print.
  ///   - reference: From when the time is counted.
  ///   - output: Takes each line, time included, and must not use the logger; prints to standard output
  ///     unless given.
  public convenience init(
    scheduler: VirtualTimeScheduler, since reference: Reference = .origin,
    output: @escaping (String) -> Void = printNow
  ) {
    var previous = VirtualTime.origin
    self.init(scheduler: scheduler) { time, line in
      let start = reference == .origin ? VirtualTime.origin : previous
      previous = time
      output("+\(start.distance(to: time).lineText): \(line)")
    }
  }

  /// Creates a logger that hands on each line and its time.
  init(scheduler: VirtualTimeScheduler, deliver: @escaping (VirtualTime, String) -> Void) {
    self.scheduler = scheduler
    self.deliver = deliver
  }

  public func write(_ text: String) {
    lock.lock()
    defer { lock.unlock() }
    unfinishedLine += text
    while let end = unfinishedLine.firstIndex(where: \.isNewline) {
      let line = String(unfinishedLine[..<end])
      unfinishedLine.removeSubrange(...end)
      deliver(scheduler.now, line)
    }
  }

  /// Logs a text, each of its lines with the time.
  public func log(_ text: String) {
    lock.lock()
    defer { lock.unlock() }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      deliver(scheduler.now, String(line))
    }
  }
}
