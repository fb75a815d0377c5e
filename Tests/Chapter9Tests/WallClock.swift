import OpenCombineShim
import Playground

/// A virtual clock that can be set, as a wall clock can.
///
/// Timers that run don't notice, and run until they are cancelled, as those of a run loop may.
final class WallClock: Scheduler {
  private let base = VirtualTimeScheduler()
  private var kept: [Cancellable] = []

  /// How far the clock has been set forward.
  var offset: VirtualTime.Stride = 0
  /// Called when a timer is let go of.
  var onLettingGo: () -> Void = {}

  var pendingEvents: Int { base.pendingEvents }

  func advance(by interval: VirtualTime.Stride) throws { try base.advance(by: interval) }

  var now: VirtualTime { base.now.advanced(by: offset) }
  var minimumTolerance: VirtualTime.Stride { 0 }

  func schedule(options: Never?, _ action: @escaping () -> Void) { base.schedule(action) }

  func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    base.schedule(after: date.advanced(by: 0 - offset), action)
  }

  func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> Cancellable {
    let timer = base.schedule(after: date.advanced(by: 0 - offset), interval: interval, action)
    kept.append(timer)
    return Turns(timer, onLettingGo: onLettingGo)
  }
}

private final class Turns: Cancellable {
  private let timer: Cancellable
  private let onLettingGo: () -> Void

  init(_ timer: Cancellable, onLettingGo: @escaping () -> Void) {
    self.timer = timer
    self.onLettingGo = onLettingGo
  }

  deinit { onLettingGo() }

  func cancel() { timer.cancel() }
}
