import Dispatch
import OpenCombineShim
import Playground

@Sendable func benchmark() {
  Benchmark.printHead()
  compareTimers(100)
}

private func compareTimers(_ count: Int) {
  let interval = DispatchTimeInterval.milliseconds(1)
  var sum: UInt64 = 0
  Benchmark.compare(
    "\(count) timers on a queue: CPU ns per tick", atMost: 1.3, rounds: 21,
    ours: {
      cpuPerTick(count, &sum) { queue, start, tick in
        let source = TickSource(
          start: { queue, interval, _, onTick in
            bareTimer(on: queue, from: start, every: interval, onTick)
          },
          now: { .now() })
        let timer = Publishers.timer(queue: queue, interval: interval, source: source)
        return timer.sink(receiveValue: tick).cancel
      }
    },
    peer: {
      cpuPerTick(count, &sum) { queue, start, tick in
        bareTimer(on: queue, from: start, every: interval) { tick(.now()) }
      }
    })
  printNow("All the times add up to \(sum).")
}

/// Starts a `DispatchSourceTimer` and returns what stops it.
///
/// It begins when it is told and not when it is made, so that all tick at the same times: otherwise
/// it is chance how many of them a wake-up of the queue serves, and a wake-up costs more than a tick.
private func bareTimer(
  on queue: DispatchQueue, from start: DispatchTime, every interval: DispatchTimeInterval,
  _ onTick: @escaping @Sendable () -> Void
) -> () -> Void {
  let timer = DispatchSource.makeTimerSource(queue: queue)
  timer.schedule(deadline: start, repeating: interval)
  timer.setEventHandler(handler: onTick)
  timer.activate()
  return timer.cancel
}

/// The processor time of a tick, on all threads.
///
/// - Parameters:
///   - count: How many timers tick side by side, on one queue.
///   - sum: To which the times of the ticks are added.
///   - begin: Makes one that begins at the time that it is handed and calls what it is handed at
///     each tick, and returns what stops it.
/// - Returns: Nanoseconds.
private func cpuPerTick(
  _ count: Int, _ sum: inout UInt64,
  _ begin: (
    DispatchQueue, _ start: DispatchTime, _ tick: @escaping @Sendable (DispatchTime) -> Void
  )
    -> () -> Void
) -> Double {
  let queue = DispatchQueue(label: "benchmark")
  let counter = TickCounter()
  let start = DispatchTime.now() + .milliseconds(5)
  let stops = (0..<count).map { _ in begin(queue, start, counter.tick) }
  counter.warm.wait()
  let cost = Benchmark.cpuNanoseconds { counter.done.wait() }
  for stop in stops { stop() }
  queue.sync { sum &+= counter.sum }
  return cost / Double(TickCounter.measured)
}

/// Counts the ticks of a serial queue, and adds up their times.
private final class TickCounter: @unchecked Sendable {
  static let measured = 20_000
  let warm = DispatchSemaphore(value: 0)
  let done = DispatchSemaphore(value: 0)
  private var count = 0
  private(set) var sum: UInt64 = 0

  func tick(_ time: DispatchTime) {
    count += 1
    sum &+= time.uptimeNanoseconds
    if count == 1_000 { warm.signal() }
    if count == 1_000 + Self.measured { done.signal() }
  }
}
