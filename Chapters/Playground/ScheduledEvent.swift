import OpenCombineShim

/// What a scheduler does when an event is due.
enum Work {
  case once(() -> Void)
  case repeating(RepeatingEvent)
}

/// Work that waits for its time.
struct ScheduledEvent: Comparable {
  let due: VirtualTime
  let sequence: Int
  let work: Work

  var timer: RepeatingEvent? {
    if case .repeating(let timer) = work { timer } else { nil }
  }

  var isCancelled: Bool { timer.map { $0.action == nil } ?? false }

  static func < (left: ScheduledEvent, right: ScheduledEvent) -> Bool {
    left.due == right.due ? left.sequence < right.sequence : left.due < right.due
  }

  static func == (left: ScheduledEvent, right: ScheduledEvent) -> Bool {
    left.sequence == right.sequence
  }
}

/// A repeating action and its grid of turns. Guarded by its scheduler's lock.
final class RepeatingEvent {
  private let start: VirtualTime
  private let interval: VirtualTime.Stride
  var action: (() -> Void)?

  init(start: VirtualTime, interval: VirtualTime.Stride, action: @escaping () -> Void) {
    self.start = start
    self.interval = interval
    self.action = action
  }

  /// The first turn on the grid after a time, which is not before the start.
  func turn(after time: VirtualTime) -> VirtualTime {
    // Unsigned, because twice 292 years may lie between the two.
    let elapsed = UInt64(bitPattern: time.nanoseconds &- start.nanoseconds)
    let sinceTurn = elapsed % UInt64(interval.nanoseconds)
    return time.advanced(by: .init(nanoseconds: interval.nanoseconds - Int64(sinceTurn)))
  }
}

/// Ends a repeating event when it is cancelled or released, from any thread.
final class Repetition: Cancellable {
  private let onCancel: () -> Void

  init(onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  deinit { onCancel() }

  func cancel() { onCancel() }
}
