import Dispatch
import Playground

extension TickSource {
  /// Ticks of a virtual clock. The clock stands in for the queue too: while it is stalled, ticks wait.
  ///
  /// A time is the clock's, counted from its origin. Nothing ticks at the origin itself, which is as
  /// well: a `DispatchTime` of 0 ns stands for "now".
  static func virtual(_ scheduler: VirtualTimeScheduler) -> TickSource {
    TickSource(
      start: { _, interval, _, onTick in
        let interval = VirtualTime.Stride(interval)
        let timer = scheduler.schedule(
          after: scheduler.now.advanced(by: interval), interval: interval, onTick)
        return timer.cancel
      },
      now: { DispatchTime(uptimeNanoseconds: UInt64(scheduler.now.nanoseconds)) })
  }
}

extension VirtualTime.Stride {
  /// The same length of time. One that never ends is as long as can be.
  fileprivate init(_ interval: DispatchTimeInterval) {
    switch interval {
    case .seconds(let count): self = .seconds(count)
    case .milliseconds(let count): self = .milliseconds(count)
    case .microseconds(let count): self = .microseconds(count)
    case .nanoseconds(let count): self = .nanoseconds(count)
    case .never: self.init(nanoseconds: .max)
    @unknown default: self.init(nanoseconds: .max)
    }
  }
}
