import Foundation
import OpenCombineShim
import Playground

@Sendable func benchmark() {
  Benchmark.printHead()
  compareSchedulerWithHeap()
  for count in [1, 1_000] { compareTimers(count) }
}

// MARK: - The virtual clock beside the heap that it needs at least

private func compareSchedulerWithHeap() {
  let (events, pending) = (1_000_000, 1_000)
  Benchmark.compare(
    "1,000,000 events, 1,000 pending: ns per event", atMost: 2.5,
    ours: {
      let scheduler = VirtualTimeScheduler()
      var left = events - pending
      func event() {
        guard left > 0 else { return }
        left -= 1
        scheduler.schedule(after: scheduler.now.advanced(by: delay(left)), event)
      }
      for index in 0..<pending {
        scheduler.schedule(after: VirtualTime.origin.advanced(by: delay(index)), event)
      }
      return Benchmark.cpuNanoseconds { try? scheduler.run(limit: .max) } / Double(events)
    },
    peer: {
      var heap = BinaryHeap<HeapEvent>()
      var left = events - pending
      var sequence = pending
      var now = VirtualTime.origin
      func event() {
        guard left > 0 else { return }
        left -= 1
        heap.push(
          HeapEvent(due: now.advanced(by: delay(left)), sequence: sequence, action: event))
        sequence += 1
      }
      for index in 0..<pending {
        heap.push(
          HeapEvent(
            due: VirtualTime.origin.advanced(by: delay(index)), sequence: index, action: event))
      }
      return Benchmark.cpuNanoseconds {
        while let next = heap.pop() {
          now = next.due
          next.action()
        }
      } / Double(events)
    })
}

private struct HeapEvent: Comparable {
  let due: VirtualTime
  let sequence: Int
  let action: () -> Void

  static func < (left: HeapEvent, right: HeapEvent) -> Bool {
    left.due == right.due ? left.sequence < right.sequence : left.due < right.due
  }

  static func == (left: HeapEvent, right: HeapEvent) -> Bool { left.sequence == right.sequence }
}

/// Delays that are spread without a pattern, the same in every round.
private func delay(_ index: Int) -> VirtualTime.Stride {
  .nanoseconds(1_000_000 + (index &* 7_919) % 1_000_003)
}

// MARK: - TimerPublisher beside the built-in timer publisher

private func compareTimers(_ count: Int) {
  // Due more often than a run loop can turn, so that it never sleeps: waking costs more than a
  // tick and varies more than what is to be seen here. What is left is mostly the run loop's own.
  let interval = Double(count) / 1_000_000
  Benchmark.compare(
    "\(count) timer\(count == 1 ? "" : "s") on a run loop: CPU ns per tick", atMost: 1.0,
    rounds: 41,
    ours: {
      Benchmark.cpuPerTick(count) { tick in
        let timer = TimerPublisher(every: .init(interval), scheduler: RunLoop.current)
        return [timer.sink { _ in tick() }, timer.connect()]
      }
    },
    peer: {
      Benchmark.cpuPerTick(count) { tick in
        let timer = Timer.publish(every: interval, on: .current, in: .default)
        return [timer.sink { _ in tick() }, timer.connect()]
      }
    })
}
