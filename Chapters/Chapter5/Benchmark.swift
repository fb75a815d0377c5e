import Foundation
import OpenCombineShim
import Playground

/// What all sinks have added up, printed at the end, so that no work can be left out.
nonisolated(unsafe) private var sum = 0

@Sendable func benchmark() {
  Benchmark.printHead()
  Benchmark.compare(
    "1 sink, beside PassthroughSubject: CPU ns per value", atMost: 1.5, rounds: 21,
    ours: { costPerValue(1) { $0.shareReplay(capacity: 2) } }, peer: { costPerValue(1) { $0 } })
  Benchmark.compare(
    "1 sink, beside share(): CPU ns per value", atMost: 1, rounds: 21,
    ours: { costPerValue(1) { $0.shareReplay(capacity: 2) } },
    peer: { costPerValue(1) { $0.share() } })
  Benchmark.compare(
    "10 sinks, beside share(): CPU ns per value", atMost: 0.75, rounds: 21,
    ours: { costPerValue(10) { $0.shareReplay(capacity: 2) } },
    peer: { costPerValue(10) { $0.share() } })
  for (name, capacity) in [("20,000", 20_000), ("unbounded", Int.max)] {
    Benchmark.compare(
      "capacity \(name), beside 2: CPU ns per value", atMost: 1.1, rounds: 21,
      ours: { costPerValue(1) { $0.shareReplay(capacity: capacity) } },
      peer: { costPerValue(1) { $0.shareReplay(capacity: 2) } })
  }
  Benchmark.compare(
    "replaying 100,000, beside 10,000: CPU ns per value", atMost: 1.1, rounds: 21,
    ours: { costPerReplayedValue(100_000) }, peer: { costPerReplayedValue(10_000) })
  printNow("the sum of all values: \(sum)")
}

/// What it costs to send a value through a way of sharing, to a number of sinks.
private func costPerValue<Shared: Publisher<Int, Never>>(
  _ subscribers: Int, _ share: (PassthroughSubject<Int, Never>) -> Shared
) -> Double {
  let count = 200_000 / subscribers
  let subject = PassthroughSubject<Int, Never>()
  let shared = share(subject)
  let sinks = (0..<subscribers).map { _ in shared.sink { sum &+= $0 } }
  let cost = Benchmark.cpuNanoseconds { for value in 0..<count { subject.send(value) } }
  for sink in sinks { sink.cancel() }
  return cost / Double(count)
}

/// What it costs to replay a value to a late subscriber.
private func costPerReplayedValue(_ count: Int) -> Double {
  let subject = PassthroughSubject<Int, Never>()
  let shared = subject.shareReplay()
  let early = shared.sink { sum &+= $0 }
  for value in 0..<count { subject.send(value) }
  var late: [AnyCancellable] = []
  let rounds = 200_000 / count
  let cost = Benchmark.cpuNanoseconds {
    for _ in 0..<rounds { late.append(shared.sink { sum &+= $0 }) }
  }
  for sink in late + [early] { sink.cancel() }
  return cost / Double(count * rounds)
}
