import Dispatch

/// What makes a timer tick: a `DispatchSourceTimer`, or what a lesson or a test puts in its place.
public struct TickSource {
  /// How to start: the queue on which to tick, the time between ticks, the most by which a tick may
  /// be late for the sake of energy, and what to call at each tick.
  typealias Start = (
    _ queue: DispatchQueue, _ interval: DispatchTimeInterval, _ leeway: DispatchTimeInterval,
    _ onTick: @escaping @Sendable () -> Void
  ) -> Stop

  /// How to stop: once, and on any thread. A tick may still be on its way afterwards.
  typealias Stop = () -> Void

  /// Starts to tick; the first tick comes one interval later.
  let start: Start
  /// The time now, as a value of the timer tells it.
  let now: () -> DispatchTime

  /// Ticks of the real time.
  public static var live: TickSource {
    TickSource(start: startTimer, now: { .now() })
  }

  private static func startTimer(
    queue: DispatchQueue, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    onTick: @escaping @Sendable () -> Void
  ) -> Stop {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: leeway)
    timer.setEventHandler(handler: onTick)
    timer.activate()
    return {
      timer.setEventHandler(handler: nil)
      timer.cancel()
    }
  }
}
