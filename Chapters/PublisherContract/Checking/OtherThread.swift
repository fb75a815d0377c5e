import Foundation

/// Runs a piece of work on a thread of its own, and says whether it returned in time.
///
/// - Parameters:
///   - limit: Seconds of real time to wait.
///   - work: What to do; it is left behind where it does not return.
func returnsOnOtherThread(within limit: TimeInterval, _ work: @escaping () -> Void) -> Bool {
  let work = Work(run: work)
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    work.run()
    done.signal()
  }
  return done.isSignalled(within: limit)
}

extension DispatchSemaphore {
  /// Waits in ten looks: a machine that stands still for a while takes one of them, and not all.
  fileprivate func isSignalled(within limit: TimeInterval) -> Bool {
    (1...10).contains { _ in wait(timeout: .now() + limit / 10) == .success }
  }
}

/// Handed from one thread to another, the first of which waits.
private struct Work: @unchecked Sendable {
  let run: () -> Void
}
