import Foundation
import OpenCombineShim
import Playground

/// Any number of countdowns, and one timer for all of them.
///
/// A deadline is kept for each row, and what is left of it is computed only where somebody looks. So
/// a tick costs as much as the rows in view and the ends that are due, however many rows there are.
/// The timer runs while an end is still to come.
///
/// Everything is safe from any thread. Subscribers are called one at a time and without a lock held,
/// and may add, reset and remove rows and set the view. Ends are sent where the scheduler ticks, and
/// what a call changes in view by the thread of that call; but what comes about while a thread is
/// sending is sent by that thread, ends as well. So all is sent where the scheduler ticks if all calls
/// are made there.
///
/// The idea comes from the article *Create Loads of CountDown Timers in a TableView*.
final class CountdownTable<Context: Scheduler>: @unchecked Sendable {
  typealias Time = Context.SchedulerTimeType

  /// The rings that end: each says so once for each time that its row is set, at the first tick at or
  /// after its deadline. Those of one tick come by deadline, then in the order in which their rows
  /// were set, then hours before minutes before seconds.
  ///
  /// A `PassthroughSubject` sends it. A value without demand is dropped; on OpenCombine several
  /// subscribers get it in no particular order, and a request of `.none` traps.
  let finished: AnyPublisher<Finish, Never>

  /// What the rows in view show, in their order: at first, and whenever it changes.
  ///
  /// A `CurrentValueSubject` sends it. One that has no demand gets the newest when it asks; on
  /// OpenCombine several subscribers get it in no particular order, and a request of `.none` traps.
  let shown: AnyPublisher<[Shown], Never>

  private let scheduler: Context
  private let tick: Time.Stride
  private let finishes = PassthroughSubject<Finish, Never>()
  private let views = CurrentValueSubject<[Shown], Never>([])

  private let lock = NSLock()  // guards everything below
  private var state = TableState<Time>()
  private var grid: TickGrid<Time>
  private var isSending = false

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - scheduler: Where it ticks, and whose clock it reads.
  ///   - tick: The time between two ticks, which are counted from now. Traps unless it is positive, as
  ///     no time of an `ImmediateScheduler` is.
  init(scheduler: Context, tick: Time.Stride = .milliseconds(100)) {
    require(tick > .zero, "CountdownTable(tick:): must be positive, but is \(tick)")
    self.scheduler = scheduler
    self.tick = tick
    grid = TickGrid(from: scheduler.now, every: tick)
    finished = finishes.eraseToAnyPublisher()
    shown = views.eraseToAnyPublisher()
  }

  deinit { state.timer?.cancel() }

  // MARK: Rows

  /// Adds a row that counts from now; O(log n).
  func add(_ time: TimeLeft) -> Row {
    change { state, now in state.rows.add(time, at: now) }
  }

  /// Takes a row away, which then says nothing more; O(log n + v) for v rows in view.
  ///
  /// - Returns: Whether the table had it.
  @discardableResult
  func remove(_ row: Row) -> Bool {
    change { state, now in
      state.noteChange(of: row, at: now)
      return state.rows.remove(row)
    }
  }

  /// Starts a row again, whether it is running or at its end; O(log n + v) for v rows in view.
  ///
  /// - Returns: Whether the table has it.
  @discardableResult
  func reset(_ row: Row, to time: TimeLeft) -> Bool {
    change { state, now in
      state.noteChange(of: row, at: now)
      return state.rows.reset(row, to: time, at: now)
    }
  }

  /// The rows that somebody looks at, from top to bottom; no others are computed.
  ///
  /// Setting it sends what they show. A row that is removed stays in here, and shows nothing.
  var view: [Row] {
    get { lock.withLock { state.view } }
    set { change { state, now in state.setView(newValue, at: now) } }
  }

  /// How often a row has been computed.
  var computedRows: Int { lock.withLock { state.computed } }

  private func change<Result>(_ body: (inout TableState<Time>, Time) -> Result) -> Result {
    let now = scheduler.now
    lock.lock()
    let result = body(&state, state.changeTime(now))
    sendAndUnlock()
    return result
  }

  // MARK: What goes out

  private func turn() {
    let now = scheduler.now
    lock.lock()
    state.beginTick(at: now)
    sendAndUnlock()
  }

  /// Does one thing after the other outside the lock, unless a call further out or another thread is
  /// doing so.
  private func sendAndUnlock() {
    guard !isSending else { return lock.unlock() }
    isSending = true
    lock.unlock()
    while let task = nextTask() { perform(task) }
  }

  private func nextTask() -> TableState<Time>.Task? {
    lock.withLock {
      let task = state.takeTask()
      isSending = task != nil
      return task
    }
  }

  private func perform(_ task: TableState<Time>.Task) {
    switch task {
    case .report(let finish): finishes.send(finish)
    case .show(let shown): views.send(shown)
    case .startTimer: startTimer()
    case .stop(let timer): timer.cancel()
    }
  }

  private func startTimer() {
    let now = scheduler.now
    let first = lock.withLock { grid.next(after: now) }
    let timer = scheduler.schedule(after: first, interval: tick) { [weak self] in self?.turn() }
    lock.withLock { state.timer = timer }
  }
}
