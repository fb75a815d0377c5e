import OpenCombineShim
import Playground

let lesson = Chapter(
  9, "Loads of countdown timers in a table",
  examples: [
    Example("one", "one row and its three rings", length: 4, tick: 0.5, body: countingOne),
    Example("day", "the longest time, on a clock of its own", length: 0, body: countingADay),
    Example("three", "three rows that end at different times", length: 5, body: countingThree),
    Example("added", "a row added while another one runs", length: 4, body: adding),
    Example("reset", "a row set again half-way", length: 5, tick: 0.5, body: resetting),
    Example("scrolling", "a hundred rows, three of them in view", length: 4, body: scrolling),
    Example("price", "a timer for each of a thousand rows", length: 2, body: pricing),
  ],
  benchmark: benchmark)

// MARK: - One row

func countingOne(_ stage: Stage) throws {
  let table = table(on: stage)
  let row = table.add(TimeLeft(seconds: 3))
  table.view = [row]
  recordWhatIsShown(in: table, on: stage)
  recordEnds(of: row, as: "ends", in: table, on: stage)
}

private typealias Table = CountdownTable<VirtualTimeScheduler>

/// Makes a table of two ticks a second, so that a picture has room for them.
///
/// A table that nobody holds stops: this one is kept until the example ends.
private func table(on stage: Stage) -> Table {
  let table = CountdownTable(scheduler: stage.scheduler, tick: 0.5)
  AnyCancellable { withExtendedLifetime(table) {} }.store(in: &stage.cancellables)
  return table
}

private func recordWhatIsShown(in table: Table, on stage: Stage) {
  table.shown.map { text($0) }
    .recorded(as: "shown", in: stage.transcript)
    .sink { _ in }.store(in: &stage.cancellables)
}

private func text(_ shown: [Shown]) -> String {
  shown.map { "\($0.time)" }.joined(separator: ", ")
}

/// Records which rings of a row end.
private func recordEnds(
  of row: Row, as name: String, in table: Table, on stage: Stage
) {
  table.finished.filter { $0.row == row }.map(\.unit)
    .recorded(as: name, in: stage.transcript)
    .sink { _ in }.store(in: &stage.cancellables)
}

// MARK: - A day

func countingADay(_ stage: Stage) throws {
  let clock = VirtualTimeScheduler()
  let table = CountdownTable(scheduler: clock, tick: 1)
  table.finished.sink { stage.log("after \(elapsed(clock)): the \($0.unit) ring is empty") }
    .store(in: &stage.cancellables)
  table.shown.compactMap(\.first?.time)
    .filter { $0.minutes % 30 == 29 && $0.seconds == 59 && $0.hours % 8 == 7 }
    .sink { stage.log("after \(elapsed(clock)): \(rings($0))") }
    .store(in: &stage.cancellables)
  table.view = [table.add(.longest)]
  try clock.advance(by: 86_400)
  withExtendedLifetime(table) {}
}

/// How long a clock has run; read as time left, because both look the same.
private func elapsed(_ clock: VirtualTimeScheduler) -> TimeLeft {
  TimeLeft(from: .origin, until: clock.now)
}

/// What is left, and how much of each ring.
private func rings(_ time: TimeLeft) -> String {
  let degrees = TimeUnit.allCases.map { "\($0) \($0.degrees(of: time))°" }
  return "\(time) left, rings: \(degrees.joined(separator: ", "))"
}

// MARK: - Three rows

func countingThree(_ stage: Stage) throws {
  let table = table(on: stage)
  for (name, time) in [
    ("tea", TimeLeft(seconds: 4)), ("egg", TimeLeft(minutes: 1, seconds: 2)),
    ("rice", TimeLeft(hours: 1, seconds: 1)),
  ] {
    recordEnds(of: table.add(time), as: name, in: table, on: stage)
  }
}

// MARK: - A row that comes later

func adding(_ stage: Stage) throws {
  let table = table(on: stage)
  recordEnds(of: table.add(TimeLeft(seconds: 3)), as: "first", in: table, on: stage)
  try stage.wait(1.25)
  recordEnds(of: table.add(TimeLeft(seconds: 1)), as: "second", in: table, on: stage)
}

// MARK: - A row that is set again

func resetting(_ stage: Stage) throws {
  let table = table(on: stage)
  let row = table.add(TimeLeft(seconds: 4))
  table.view = [row]
  recordWhatIsShown(in: table, on: stage)
  recordEnds(of: row, as: "ends", in: table, on: stage)
  try stage.wait(2)
  table.reset(row, to: TimeLeft(seconds: 3))
}

// MARK: - Scrolling

func scrolling(_ stage: Stage) throws {
  let table = CountdownTable(scheduler: stage.scheduler)
  let rows = (1...100).map { table.add(TimeLeft(minutes: 1, seconds: $0 % 60)) }
  table.shown.dropFirst().sink { stage.log("shown: \(text($0))") }.store(in: &stage.cancellables)

  for (name, view) in [
    ("nobody looks", rows[..<0]), ("the first three", rows[..<3]), ("the last three", rows[97...]),
  ] {
    stage.log(name)
    let before = table.computedRows
    table.view = Array(view)
    try stage.wait(1)
    stage.log("rows computed in this second: \(table.computedRows - before)")
  }
}

// MARK: - The price of a timer for each row

func pricing(_ stage: Stage) throws {
  let count = 1_000
  var ticks = 0
  let timers = (1...count).map { _ in
    stage.ticks(every: 0.1).scan(30.0) { left, _ in left - 0.1 }.sink { _ in ticks += 1 }
  }
  try stage.wait(1)
  stage.log("a timer for each row: \(ticks) ticks in a second, with one row computed in each")
  for timer in timers { timer.cancel() }

  let table = CountdownTable(scheduler: stage.scheduler)
  table.view = (1...count).map { _ in table.add(TimeLeft(seconds: 30)) }.suffix(20)
  let before = table.computedRows
  try stage.wait(1)
  let computed = table.computedRows - before
  stage.log("one table: \(computed / 20) ticks in a second, with 20 rows computed in each")
}
