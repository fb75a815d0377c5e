import Foundation
import OpenCombineShim

/// A comparison of two ways to do the same work, measured in turn in one run.
public enum Benchmark {
  /// Prints the head of a table.
  public static func printHead() {
    printNow(row("", "ours", "peer", "ratio", "at most"))
  }

  /// Measures both ways in interleaved rounds and prints the medians and their ratio.
  ///
  /// - Parameters:
  ///   - title: What is measured, and the unit.
  ///   - limit: The most that the ratio should be.
  ///   - rounds: How often each way is measured; more where the machine makes more noise.
  ///   - ours: Does the work once our way and returns its cost.
  ///   - peer: Does the same the peer's way and returns its cost.
  public static func compare(
    _ title: String, atMost limit: Double, rounds: Int = 7, ours: () -> Double,
    peer: () -> Double
  ) {
    var (mine, theirs) = ([Double](), [Double]())
    for round in 0..<rounds {
      // Whoever goes first may pay for a cold machine: take turns.
      if round.isMultiple(of: 2) { mine.append(ours()) }
      theirs.append(peer())
      if !round.isMultiple(of: 2) { mine.append(ours()) }
    }
    let (our, their) = (median(mine), median(theirs))
    printNow(row(title, text(our), text(their), text(our / their), text(limit)))
  }

  /// Prints a cost that has no peer.
  ///
  /// - Parameters:
  ///   - title: What was measured, and the unit.
  ///   - cost: What came out.
  ///   - limit: The most that it should be, where there is such a limit.
  public static func report(_ title: String, _ cost: Double, atMost limit: Double? = nil) {
    printNow(row(title, text(cost), "", "", limit.map(text) ?? ""))
  }

  /// The memory that the process has in use: on Apple platforms, the most that it has ever had.
  ///
  /// - Returns: Bytes.
  public static func residentBytes() -> Double {
    #if os(Linux)
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
        .split(separator: " ").dropFirst().first.flatMap { Double($0) }
      return (pages ?? .nan) * Double(getpagesize())
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Double(usage.ru_maxrss)
    #endif
  }

  /// The processor time that a piece of work takes, on all threads.
  ///
  /// - Returns: Nanoseconds.
  public static func cpuNanoseconds(of work: () -> Void) -> Double {
    let start = cpuClock()
    work()
    return cpuClock() - start
  }

  /// The processor time of a tick on this thread's run loop, measured for a tenth of a second.
  ///
  /// - Parameters:
  ///   - count: How many publishers tick side by side.
  ///   - start: Starts one, and calls what it is handed at each tick.
  /// - Returns: Nanoseconds.
  public static func cpuPerTick(
    _ count: Int, _ start: (_ tick: @escaping () -> Void) -> [Cancellable]
  ) -> Double {
    var ticks = 0
    let cancellables = (0..<count).flatMap { _ in start { ticks += 1 } }
    turnRunLoop(for: 0.02)
    ticks = 0  // what was sent on subscribing, or while all began, was not measured
    let cost = cpuNanoseconds { turnRunLoop(for: 0.1) }
    for cancellable in cancellables { cancellable.cancel() }
    return cost / Double(max(1, ticks))
  }

  private static func turnRunLoop(for seconds: TimeInterval) {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end { _ = RunLoop.current.run(mode: .default, before: end) }
  }

  private static func cpuClock() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  private static func text(_ value: Double) -> String {
    String(format: value < 100 ? "%.2f" : "%.0f", value)
  }

  private static func row(_ title: String, _ columns: String...) -> String {
    title.padding(toLength: 52, withPad: " ", startingAt: 0)
      + columns.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
  }
}
