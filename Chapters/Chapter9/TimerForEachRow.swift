import Dispatch
import Foundation
import OpenCombineShim
import Playground

private let rows = 10_000
private let seconds = 4.0
private let wayKey = "COUNTDOWN_WAY"

/// A way to count down: how many of its ticks are due at a time, and how to start it.
private struct Way {
  let title: String
  let ticksAtOnce: Int
  let start: @Sendable (_ rows: Int) -> Running
}

/// Rows that count down: how often they have ticked, and what keeps them going.
private struct Running {
  let ticks: () -> Int
  let kept: Any
}

private let ways = [
  Way(title: "a table, 20 rows in view", ticksAtOnce: 1, start: startTable),
  Way(title: "a Timer.publish for each", ticksAtOnce: rows, start: publishTimers),
  Way(title: "a DispatchSourceTimer for each", ticksAtOnce: rows, start: startSources),
]

/// Measures, in real time, ten thousand countdowns at ten ticks a second: in one table, and with a
/// timer for each row in two ways.
///
/// Each way is measured in a process of its own, as in the same one it would use memory that another
/// has let go of. So the program starts itself again, with the number of the way in its environment.
func compareWithATimerForEachRow() {
  if let number = ProcessInfo.processInfo.environment[wayKey].flatMap({ Int($0) }) {
    measure(ways[number])
    exit(0)
  }
  printNow("10,000 rows at 10 Hz          CPU ms per second  ticks delivered  bytes a row")
  for number in ways.indices {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--benchmark"]
    process.environment = ProcessInfo.processInfo.environment.merging([wayKey: "\(number)"]) { $1 }
    do { try process.run() } catch { printNow("\(ways[number].title): can't be run: \(error)") }
    process.waitUntilExit()
  }
  printNow("")
}

private func measure(_ way: Way) {
  let few = way.start(20)  // brings in all code
  turnRunLoop(for: 0.5)
  let memory = Benchmark.residentBytes()
  let running = way.start(rows)
  turnRunLoop(for: 0.5)  // until all has begun
  let bytes = Benchmark.residentBytes() - memory
  let (ticks, begin) = (running.ticks(), Date())
  let cost = Benchmark.cpuNanoseconds { turnRunLoop(for: seconds) }
  let length = Date().timeIntervalSince(begin)
  let delivered = Double(running.ticks() - ticks) / (length * 10 * Double(way.ticksAtOnce))
  printNow(
    way.title.padding(toLength: 32, withPad: " ", startingAt: 0)
      + String(
        format: "%15.1f %15.0f%% %12.0f", cost / 1e6 / length, 100 * delivered,
        bytes / Double(rows)))
  withExtendedLifetime((few, running)) {}
}

private func turnRunLoop(for seconds: TimeInterval) {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date() < end { _ = RunLoop.current.run(mode: .default, before: end) }
}

// MARK: - The three ways

private func startTable(_ rows: Int) -> Running {
  let table = CountdownTable(scheduler: RunLoop.current)
  table.view = (0..<rows).map { table.add(TimeLeft(totalSeconds: 40_000 + $0)) }.suffix(20)
  return Running(ticks: { table.computedRows / 20 }, kept: table)
}

@Sendable private func publishTimers(_ rows: Int) -> Running {
  var ticks = 0
  let timers = (0..<rows).map { _ in
    Timer.publish(every: 0.1, on: .current, in: .default).autoconnect().sink { _ in ticks += 1 }
  }
  return Running(ticks: { ticks }, kept: timers)
}

private func startSources(_ rows: Int) -> Running {
  let queue = DispatchQueue(label: "rows")
  nonisolated(unsafe) var ticks = 0  // used on the queue only
  let timers = (0..<rows).map { _ in
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    timer.setEventHandler { ticks += 1 }
    timer.activate()
    return timer
  }
  return Running(ticks: { queue.sync { ticks } }, kept: timers)
}
