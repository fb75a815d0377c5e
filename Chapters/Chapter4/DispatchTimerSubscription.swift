import OpenCombineShim

/// What the subscriber holds of its timer: letting go of it stops the timer.
///
/// The source of the ticks holds the timer, and not this. So it can do without a weak reference, which
/// each tick would have to follow.
final class DispatchTimerSubscription: Subscription, CustomStringConvertible {
  let description = "DispatchTimer"

  private let timer: RunningTimer

  init(_ timer: RunningTimer) {
    self.timer = timer
  }

  func request(_ demand: Subscribers.Demand) {
    timer.request(demand)
  }

  func cancel() {
    timer.cancel()
  }

  deinit { timer.cancel() }
}
