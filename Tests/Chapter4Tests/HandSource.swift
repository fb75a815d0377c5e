import Dispatch
import TestSupport

@testable import Chapter4

/// A source whose ticks a test calls for, from as many threads as it likes. Its time is their number.
final class HandSource: @unchecked Sendable {
  private struct State {
    var onTick: (@Sendable () -> Void)?
    var starts = 0
    var stops = 0
    var ticks = 0
    var queue: DispatchQueue?
  }

  private let state = Locked(State())
  /// Called while it is being started.
  var onStart: () -> Void = {}

  var starts: Int { state.value.starts }
  var stops: Int { state.value.stops }
  var queue: DispatchQueue? { state.value.queue }

  var source: TickSource {
    TickSource(
      start: { queue, _, _, onTick in
        self.state.change {
          $0.starts += 1
          $0.queue = queue
          $0.onTick = onTick
        }
        self.onStart()
        return { self.state.change { $0.stops += 1 } }
      },
      now: { DispatchTime(uptimeNanoseconds: UInt64(self.state.value.ticks)) })
  }

  /// Calls the handler, even after a stop: a tick may have been on its way.
  func tick() {
    state.change { $0.ticks += 1 }
    state.value.onTick?()
  }
}

extension AskingSubscriber where Input == DispatchTime {
  /// Which of the ticks that were made by hand it got: their times are their numbers.
  var numbers: [UInt64] { values.map(\.uptimeNanoseconds) }
}
