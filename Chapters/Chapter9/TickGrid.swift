import OpenCombineShim

/// Times that are a fixed interval apart.
struct TickGrid<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  private var last: Time
  private let interval: Time.Stride

  /// Creates a grid; its first time after the start is one interval later.
  init(from start: Time, every interval: Time.Stride) {
    last = start
    self.interval = interval
  }

  /// The first time on the grid after another.
  ///
  /// Found in steps that double, as times can't be divided: in O(log n) for n intervals since the last
  /// call. A clock that was set back begins a new grid.
  mutating func next(after now: Time) -> Time {
    last = last(from: min(last, now), by: interval, notAfter: now)
    return last.advanced(by: interval)
  }

  private func last(from time: Time, by step: Time.Stride, notAfter now: Time) -> Time {
    guard time.advanced(by: step) <= now else { return time }
    let near = last(from: time, by: step + step, notAfter: now)
    let nearer = near.advanced(by: step)
    return nearer <= now ? nearer : near
  }
}
