import Foundation
import OpenCombineShim
import Playground

@Sendable func benchmark() {
  Benchmark.printHead()
  for count in [1, 1_000] { compareCountdowns(count) }
}

private func compareCountdowns(_ count: Int) {
  // Due more often than a run loop can turn, so that it never sleeps: waking costs more than a
  // tick and varies more than what is to be seen here.
  let interval = Double(count) / 1_000_000
  let duration = interval * 1_000_000
  Benchmark.compare(
    "\(count) countdown\(count == 1 ? "" : "s") on a run loop: CPU ns per tick", atMost: 1.0,
    rounds: 41,
    ours: {
      Benchmark.cpuPerTick(count) { tick in
        [Timer.countdown(duration, every: interval, on: RunLoop.current).sink { _ in tick() }]
      }
    },
    peer: {
      Benchmark.cpuPerTick(count) { tick in
        let timer = Timer.publish(every: interval, on: .current, in: .default).autoconnect()
        return [timer.scan(duration) { left, _ in left - interval }.sink { _ in tick() }]
      }
    })
}
