import OpenCombineShim

@testable import Playground

/// What a script needs of a scheduler.
protocol ScriptedScheduler: AnyObject {
  var now: VirtualTime { get }
  var pendingEvents: Int { get }
  func once(at date: VirtualTime, _ action: @escaping () -> Void)
  func repeating(
    from date: VirtualTime, every interval: VirtualTime.Stride, _ action: @escaping () -> Void
  ) -> Cancellable
  func stall(for interval: VirtualTime.Stride)
  func advance(to end: VirtualTime, limit: Int) throws
}

extension VirtualTimeScheduler: ScriptedScheduler {
  func once(at date: VirtualTime, _ action: @escaping () -> Void) {
    schedule(after: date, action)
  }

  func repeating(
    from date: VirtualTime, every interval: VirtualTime.Stride, _ action: @escaping () -> Void
  ) -> Cancellable {
    schedule(after: date, interval: interval, action)
  }
}

/// The rules of `VirtualTimeScheduler` said as plainly as can be: a list, sorted before each step.
final class SchedulerModel: ScriptedScheduler {
  private struct Entry {
    let start: VirtualTime
    var due: VirtualTime
    let sequence: Int
    let interval: VirtualTime.Stride?
    let action: () -> Void
  }

  private(set) var now = VirtualTime.origin
  private var entries: [Entry] = []
  private var nextSequence = 0

  var pendingEvents: Int { entries.count }

  func once(at date: VirtualTime, _ action: @escaping () -> Void) {
    add(date, nil, action)
  }

  func repeating(
    from date: VirtualTime, every interval: VirtualTime.Stride, _ action: @escaping () -> Void
  ) -> Cancellable {
    let sequence = add(date, interval, action)
    return AnyCancellable { self.entries.removeAll { $0.sequence == sequence } }
  }

  func stall(for interval: VirtualTime.Stride) {
    now = now.advanced(by: interval)
  }

  func advance(to end: VirtualTime, limit: Int) {
    while true {
      entries.sort { ($0.due, $0.sequence) < ($1.due, $1.sequence) }
      guard var entry = entries.first, entry.due <= end else { break }
      entries.removeFirst()
      now = max(now, entry.due)
      if let interval = entry.interval {
        var turn = entry.start
        while turn <= now { turn = turn.advanced(by: interval) }
        entry.due = turn
        entries.append(entry)
      }
      entry.action()
    }
    now = max(now, end)
  }

  @discardableResult
  private func add(
    _ date: VirtualTime, _ interval: VirtualTime.Stride?, _ action: @escaping () -> Void
  ) -> Int {
    nextSequence += 1
    entries.append(
      Entry(
        start: date, due: max(date, now), sequence: nextSequence, interval: interval,
        action: action))
    return nextSequence
  }
}

/// A random play of events that schedule, cancel, stall and advance in their turns.
///
/// Times are quarters of a second, so that many events fall together.
final class Script<Target: ScriptedScheduler> {
  private let scheduler: Target
  private var random: SeededGenerator
  private var timers: [Cancellable] = []
  private var remainingSteps = 60
  private var log: [String] = []

  init(_ scheduler: Target, seed: Int) {
    self.scheduler = scheduler
    random = SeededGenerator(seed: seed)
  }

  /// Plays the script to its end and returns what happened.
  func play() throws -> [String] {
    while remainingSteps > 0 {
      try step()
      try step()
      try advance()
    }
    while !timers.isEmpty { cancelTimer() }
    try advance()
    return log
  }

  private func step() throws {
    guard remainingSteps > 0 else { return }
    remainingSteps -= 1
    let name = remainingSteps
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<5:
      scheduler.once(at: date()) { self.act("once \(name)") }
    case 5..<8:
      let timer = scheduler.repeating(from: date(), every: quarters(1...6)) {
        self.act("repeating \(name)")
      }
      timers.append(timer)
    case 8..<10:
      cancelTimer()
    case 10:
      scheduler.stall(for: quarters(0...9))
      note("stalled")
    default:
      try advance()
    }
  }

  private func act(_ name: String) {
    note(name)
    guard Int.random(in: 0..<3, using: &random) == 0 else { return }
    do {
      try step()
    } catch {
      note("\(error)")
    }
    note("\(name) ends")
  }

  private func advance() throws {
    try scheduler.advance(to: scheduler.now.advanced(by: quarters(0...8)), limit: 10_000)
    note("advanced, pending: \(scheduler.pendingEvents)")
  }

  private func cancelTimer() {
    guard !timers.isEmpty else { return }
    let index = Int.random(in: timers.indices, using: &random)
    timers.remove(at: index).cancel()
    note("cancelled \(index), pending: \(scheduler.pendingEvents)")
  }

  /// Mostly in the future, sometimes at the present or in the past.
  private func date() -> VirtualTime {
    scheduler.now.advanced(by: quarters(-2...8))
  }

  private func quarters(_ range: ClosedRange<Int>) -> VirtualTime.Stride {
    .milliseconds(250 * Int.random(in: range, using: &random))
  }

  private func note(_ text: String) {
    log.append("\(scheduler.now) \(text)")
  }
}
