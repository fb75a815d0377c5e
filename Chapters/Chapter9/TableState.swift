import OpenCombineShim

/// What the lock of a table guards, and what follows from it. It knows neither clock nor lock.
struct TableState<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  /// What is to be done next, outside the lock.
  enum Task {
    case report(Finish)
    case show([Shown])
    case startTimer
    case stop(Cancellable)
  }

  var rows = CountdownRows<Time>()
  var timer: Cancellable?

  /// How often a row has been computed.
  private(set) var computed = 0
  /// The rows that somebody looks at.
  private(set) var view: [Row] = []

  private var lastShown: [Shown] = []
  private var lookDue: Time?  // when to look at the rows in view, as they may show something else
  private var tick: (now: Time, settings: UInt64)?  // the one whose ends are being reported

  /// Begins a tick. Rows that are set from now on take part in the next one.
  mutating func beginTick(at now: Time) {
    tick = (now, rows.settings)
    lookDue = now
  }

  /// When a change takes place: never before a tick that has begun, whose ends come first.
  func changeTime(_ now: Time) -> Time {
    max(now, tick?.now ?? now)
  }

  /// Looks at other rows.
  mutating func setView(_ rows: [Row], at now: Time) {
    view = rows
    lookDue = now
  }

  /// Looks at a row again, if it is there and in view.
  mutating func noteChange(of row: Row, at now: Time) {
    if rows.contains(row), view.contains(row) { lookDue = now }
  }

  /// What is to be done next: first the ends of a tick, then what is in view, then the timer.
  mutating func takeTask() -> Task? {
    if let (now, settings) = tick {
      if let finish = rows.takeEnd(dueAt: now, setBefore: settings) { return .report(finish) }
      tick = nil
    }
    if let now = lookDue {
      lookDue = nil
      let shown = look(at: now)
      if shown != lastShown {
        lastShown = shown
        return .show(shown)
      }
    }
    guard rows.isRunning != (timer != nil) else { return nil }
    guard let timer else { return .startTimer }
    self.timer = nil
    return .stop(timer)
  }

  private mutating func look(at now: Time) -> [Shown] {
    let shown = view.compactMap { row in
      rows.timeLeft(of: row, at: now).map { Shown(row: row, time: $0) }
    }
    computed += shown.count
    return shown
  }
}
