@testable import Chapter9

/// What a table must do, said as simply as possible: each tick looks through all rows.
///
/// Times are milliseconds.
struct TableModel {
  enum Event: Equatable {
    case end(time: Int, row: Int, unit: TimeUnit)
    case shown(time: Int, [Line])
  }

  struct Line: Equatable {
    let row: Int
    let seconds: Int
  }

  private struct Countdown {
    var start: Int
    var length: Int
    var order: Int
    var units = TimeUnit.allCases[...]  // whose rings have not ended

    /// When the next ring ends: it shows no whole unit from then on, as the time is rounded up.
    var due: Int? {
      switch units.first {
      case .hours: max(start, start + length - 3_599_000)
      case .minutes: max(start, start + length - 59_000)
      case .seconds: start + length
      case nil: nil
      }
    }
  }

  let tick: Int
  private(set) var now = 0
  private(set) var events: [Event] = []
  var onEnd: (inout TableModel, _ row: Int) -> Void = { _, _ in }

  private var countdowns: [Int: Countdown] = [:]
  private(set) var added = 0
  private var settings = 0
  private var view: [Int] = []
  private var lastShown: [Line] = []
  private var mustLook = false
  private var isInTick = false
  private var nextTick: Int?

  init(tick: Int) { self.tick = tick }

  mutating func add(seconds: Int) {
    added += 1
    countdowns[added - 1] = Countdown(start: now, length: seconds * 1_000, order: settings)
    settings += 1
    settle()
  }

  mutating func reset(_ row: Int, seconds: Int) -> Bool {
    guard countdowns[row] != nil else { return false }
    countdowns[row] = Countdown(start: now, length: seconds * 1_000, order: settings)
    settings += 1
    mustLook = mustLook || view.contains(row)
    settle()
    return true
  }

  mutating func remove(_ row: Int) -> Bool {
    let isThere = countdowns.removeValue(forKey: row) != nil
    mustLook = mustLook || isThere && view.contains(row)
    settle()
    return isThere
  }

  mutating func setView(_ rows: [Int]) {
    view = rows
    mustLook = true
    settle()
  }

  /// Lets time pass without a tick: those that are due come late, as one.
  mutating func stall(_ time: Int) { now += time }

  mutating func advance(_ time: Int) {
    let end = now + time
    while let next = nextTick, next <= end {
      now = max(now, next)
      nextTick = (now / tick + 1) * tick
      turn()
    }
    now = end
  }

  private mutating func turn() {
    isInTick = true
    let limit = settings
    while let row = firstEnd(setBefore: limit), let unit = countdowns[row]?.units.popFirst() {
      events.append(.end(time: now, row: row, unit: unit))
      onEnd(&self, row)
    }
    isInTick = false
    mustLook = true
    settle()
  }

  private func firstEnd(setBefore limit: Int) -> Int? {
    countdowns.filter { $0.value.order < limit && $0.value.due ?? .max <= now }
      .min { ($0.value.due ?? 0, $0.value.order) < ($1.value.due ?? 0, $1.value.order) }?.key
  }

  /// Shows what has changed, and starts or stops the ticks.
  private mutating func settle() {
    guard !isInTick else { return }
    if mustLook {
      mustLook = false
      let shown = view.compactMap { row in countdowns[row].map { line(row, $0) } }
      if shown != lastShown { events.append(.shown(time: now, shown)) }
      lastShown = shown
    }
    if countdowns.values.allSatisfy({ $0.due == nil }) {
      nextTick = nil
    } else if nextTick == nil {
      nextTick = (now / tick + 1) * tick
    }
  }

  private func line(_ row: Int, _ countdown: Countdown) -> Line {
    let left = max(0, countdown.start + countdown.length - now)
    return Line(row: row, seconds: (left + 999) / 1_000)
  }
}
