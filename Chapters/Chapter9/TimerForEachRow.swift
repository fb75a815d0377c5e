import Dispatch
import Foundation
import OpenCombineShim
import Playground

private let rows = 10_000
private let seconds = 4.0

/// Measures, in real time, ten thousand countdowns at ten ticks a second: in one table, and with a
/// timer for each row in two ways.
func compareWithATimerForEachRow() {
  printNow(
    """
    10,000 rows at 10 Hz          CPU ms per second  ticks delivered  bytes a row
    """)
  // Each is kept until all have been measured: what one lets go of would serve the next.
  var kept: [Any] = []
  kept.append(measure("a table, 20 rows in view", due: 1, start: startTable))
  kept.append(measure("a Timer.publish for each", due: rows, start: publishTimers))
  kept.append(measure("a DispatchSourceTimer for each", due: rows, start: startSources))
  withExtendedLifetime(kept) {}
  printNow("")
}

/// A way to count down: what keeps it going, how often it has ticked, and how to stop it.
private struct Running {
  let ticks: () -> Int
  let stop: () -> Void
}

private func measure(
  _ title: String, due ticksAtOnce: Int, start: () -> Running
) -> Running {
  let memory = Benchmark.residentBytes()
  let running = start()
  turnRunLoop(for: 0.5)  // until all has begun
  let bytes = Benchmark.residentBytes() - memory
  let (ticks, begin) = (running.ticks(), Date())
  let cost = Benchmark.cpuNanoseconds { turnRunLoop(for: seconds) }
  let length = Date().timeIntervalSince(begin)
  let delivered = Double(running.ticks() - ticks) / (length * 10 * Double(ticksAtOnce))
  running.stop()
  printNow(
    title.padding(toLength: 32, withPad: " ", startingAt: 0)
      + String(
        format: "%15.1f %15.0f%% %12.0f", cost / 1e6 / length, 100 * delivered,
        bytes / Double(rows)))
  return running
}

private func turnRunLoop(for seconds: TimeInterval) {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date() < end { _ = RunLoop.current.run(mode: .default, before: end) }
}

// MARK: - The three ways

private func startTable() -> Running {
  let table = CountdownTable(scheduler: RunLoop.current)
  let all = (0..<rows).map { table.add(TimeLeft(totalSeconds: 40_000 + $0)) }
  table.view = Array(all.prefix(20))
  return Running(
    ticks: { table.computedRows / 20 - 1 },  // the first time is no tick
    stop: { for row in all { table.remove(row) } })
}

private func publishTimers() -> Running {
  var ticks = 0
  let timers = (0..<rows).map { _ in
    Timer.publish(every: 0.1, on: .current, in: .default).autoconnect().sink { _ in ticks += 1 }
  }
  return Running(ticks: { ticks }, stop: { for timer in timers { timer.cancel() } })
}

private func startSources() -> Running {
  let queue = DispatchQueue(label: "rows")
  nonisolated(unsafe) var ticks = 0  // used on the queue only
  let timers = (0..<rows).map { _ in
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    timer.setEventHandler { ticks += 1 }
    timer.activate()
    return timer
  }
  return Running(ticks: { queue.sync { ticks } }, stop: { for timer in timers { timer.cancel() } })
}
