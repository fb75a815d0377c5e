import Foundation
import OpenCombineShim
import Playground

/// Any number of countdowns with one timer among them.
///
/// A tick costs as much as the rows in view and the ends that are due, however many rows there are:
/// a deadline is kept for each, and what is left of it is computed only where somebody looks. The
/// timer runs while a ring is still to end.
///
/// All of it is safe from any thread. One call of a subscriber ends before the next begins, and none
/// is made with a lock held: a subscriber may add, reset and remove rows. What a call on another
/// thread brings about meanwhile is sent by the thread that is sending.
///
/// The idea comes from the article *Create Loads of CountDown Timers in a TableView*.
final class CountdownTable<Context: Scheduler>: @unchecked Sendable {
  typealias Time = Context.SchedulerTimeType

  /// The rings that end, each once for each time that its row is set; those of one tick by deadline,
  /// then in the order in which their rows were set.
  ///
  /// As a `PassthroughSubject` sends it: nothing to those who come late, and a value without demand
  /// is dropped. On OpenCombine several subscribers get it in no particular order, and a request of
  /// `.none` traps.
  let finished: AnyPublisher<Finish, Never>

  /// What the rows in view show, in their order, at first and whenever it changes.
  ///
  /// As a `CurrentValueSubject` sends it.
  let shown: AnyPublisher<[Shown], Never>

  private let scheduler: Context
  private let tick: Time.Stride
  private let finishes = PassthroughSubject<Finish, Never>()
  private let views = CurrentValueSubject<[Shown], Never>([])

  private let lock = NSLock()  // guards everything below
  private var rows = CountdownRows<Time>()
  private var rowsInView: [Row] = []
  private var computed = 0
  private var lastShown: [Shown] = []
  private var lookDue: Time?  // when to look at the rows in view, if they may show something else
  private var tickDue: (now: Time, settings: UInt64)?  // the tick whose ends are being reported
  private var gridTime: Time  // a time at which a tick was due
  private var timer: Cancellable?
  private var isSending = false

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - scheduler: Where it is timed, and where the ends are reported.
  ///   - tick: The time between ticks, which are counted from now. Traps unless it is positive.
  init(scheduler: Context, tick: Time.Stride = .milliseconds(100)) {
    require(tick > .zero, "CountdownTable(tick:): must be positive, but is \(tick)")
    self.scheduler = scheduler
    self.tick = tick
    gridTime = scheduler.now
    finished = finishes.eraseToAnyPublisher()
    shown = views.eraseToAnyPublisher()
  }

  deinit { timer?.cancel() }

  // MARK: Rows

  /// Adds a row that starts to count now; O(log n).
  func add(_ time: TimeLeft) -> Row {
    change { rows, now in rows.add(time, at: now) }
  }

  /// Takes a row away, which then says nothing more; O(log n).
  ///
  /// - Returns: Whether the table had it.
  @discardableResult
  func remove(_ row: Row) -> Bool {
    change(row) { rows, _ in rows.remove(row) }
  }

  /// Starts a row again, be it running or at its end; O(log n).
  ///
  /// - Returns: Whether the table has it.
  @discardableResult
  func reset(_ row: Row, to time: TimeLeft) -> Bool {
    change(row) { rows, now in rows.reset(row, to: time, at: now) }
  }

  /// The rows that somebody looks at, from top to bottom; only these are computed.
  ///
  /// Setting it sends what they show. A row that is removed is shown no more, and stays in here.
  var view: [Row] {
    get { locked { rowsInView } }
    set {
      let now = scheduler.now
      lock.lock()
      rowsInView = newValue
      lookDue = now
      sendAndUnlock()
    }
  }

  /// How often a row has been computed.
  var computedRows: Int { locked { computed } }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  private func change<Result>(
    _ row: Row? = nil, _ body: (inout CountdownRows<Time>, Time) -> Result
  ) -> Result {
    let now = scheduler.now
    lock.lock()
    // A row can't be set before a tick that has begun: it would stand before that tick's ends.
    let time = max(now, tickDue?.now ?? now)
    let result = body(&rows, time)
    if let row, rowsInView.contains(row) { lookDue = time }
    sendAndUnlock()
    return result
  }

  // MARK: Ticks

  private func turn() {
    let now = scheduler.now
    lock.lock()
    tickDue = (now, rows.settings)
    lookDue = now
    sendAndUnlock()
  }

  // MARK: What goes out

  private enum Outgoing {
    case finish(Finish)
    case show([Shown])
    case start
    case stop(Cancellable)
  }

  /// Does what is to be done outside the lock, one thing after the other, unless a call further out
  /// or another thread is doing so.
  private func sendAndUnlock() {
    guard !isSending else { return lock.unlock() }
    isSending = true
    while let outgoing = next() {
      lock.unlock()
      perform(outgoing)
      lock.lock()
    }
    isSending = false
    lock.unlock()
  }

  private func next() -> Outgoing? {
    if let (now, settings) = tickDue {
      if let finish = rows.takeEnd(dueAt: now, setBefore: settings) { return .finish(finish) }
      tickDue = nil
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
    guard let timer else { return .start }
    self.timer = nil
    return .stop(timer)
  }

  private func look(at now: Time) -> [Shown] {
    computed += rowsInView.count
    return rowsInView.compactMap { row in
      rows.timeLeft(of: row, at: now).map { Shown(row: row, time: $0) }
    }
  }

  private func perform(_ outgoing: Outgoing) {
    switch outgoing {
    case .finish(let finish): finishes.send(finish)
    case .show(let shown): views.send(shown)
    case .start: start()
    case .stop(let timer): timer.cancel()
    }
  }

  private func start() {
    let last = lastGridTime(from: gridTime, step: tick, notAfter: scheduler.now)
    let timer = scheduler.schedule(after: last.advanced(by: tick), interval: tick) { [weak self] in
      self?.turn()
    }
    lock.lock()
    gridTime = last
    self.timer = timer
    lock.unlock()
  }

  /// The last time on the grid that is not after another; found by steps that double.
  private func lastGridTime(from time: Time, step: Time.Stride, notAfter now: Time) -> Time {
    guard time.advanced(by: step) <= now else { return time }
    let near = lastGridTime(from: time, step: step + step, notAfter: now)
    let next = near.advanced(by: step)
    return next <= now ? next : near
  }
}
