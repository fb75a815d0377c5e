import Foundation
import OpenCombineShim
import Playground

@Sendable func benchmark() {
  compareWithATimerForEachRow()
  Benchmark.printHead()
  let table = measureAMillionRows()
  compareTicks(table)
  for count in [1_000, 1_000_000] { measureEnds(count) }
}

private let million = 1_000_000

/// A table, its clock, and what came of it, so that no work can be left out.
private final class Bench {
  let scheduler = VirtualTimeScheduler()
  let table: CountdownTable<VirtualTimeScheduler>
  private(set) var ends = 0
  private var subscription: AnyCancellable?

  init(tick: VirtualTime.Stride = 0.1) {
    table = CountdownTable(scheduler: scheduler, tick: tick)
    subscription = table.finished.sink { [unowned self] _ in ends += 1 }
  }

  /// Adds rows of 10 to 23 hours, in no order, and puts 20 of them in view.
  func fill(_ count: Int) {
    var rows: [Row] = []
    for index in 0..<count {
      let row = table.add(TimeLeft(totalSeconds: 36_000 + (index &* 7_919) % 46_769))
      if index.isMultiple(of: count / 20) { rows.append(row) }
    }
    table.view = rows
  }

  func advance(_ interval: VirtualTime.Stride) {
    try? scheduler.advance(by: interval)
  }
}

// MARK: - A million rows

private func measureAMillionRows() -> Bench {
  let bench = Bench()
  let memory = Benchmark.residentBytes()
  let time = Benchmark.cpuNanoseconds { bench.fill(million) }
  let bytes = (Benchmark.residentBytes() - memory) / Double(million)
  Benchmark.report("adding 1,000,000 rows: CPU seconds", time / 1e9, atMost: 1)
  Benchmark.report("a row of 1,000,000: bytes of resident memory", bytes, atMost: 64)
  return bench
}

private func compareTicks(_ many: Bench) {
  let few = Bench()
  few.fill(1_000)
  let ticks = 10_000
  func costPerTick(_ bench: Bench) -> Double {
    Benchmark.cpuNanoseconds { bench.advance(.milliseconds(100 * ticks)) } / Double(ticks)
  }
  Benchmark.compare(
    "a tick of 1,000,000 rows, beside 1,000: CPU ns", atMost: 1.2, rounds: 21,
    ours: { costPerTick(many) }, peer: { costPerTick(few) })
  require(many.ends + few.ends == 0, "a tick was measured in which a ring ended")
}

/// Measures all the ends of a number of rows, with ticks so rare that they cost nothing beside them.
private func measureEnds(_ count: Int) {
  let benches = (0..<million / count / 10 + 1).map { _ in
    let bench = Bench(tick: 3_600)
    bench.fill(count)
    return bench
  }
  let cost = Benchmark.cpuNanoseconds {
    for bench in benches { bench.advance(86_400) }
  }
  let ends = benches.map(\.ends).reduce(0, +)
  require(ends == 3 * count * benches.count, "of 3 ends a row, only \(ends) came")
  let title = "an end in a table of \(count == million ? "1,000,000" : "1,000") rows: CPU ns"
  Benchmark.report(title, cost / Double(ends))
}
