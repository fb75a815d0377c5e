import Foundation

/// Runs pieces of work on threads of their own, released together, and waits for all.
///
/// A spin barrier finds races that `concurrentPerform` misses.
///
/// - Parameter work: One piece for each thread; a single one runs on two.
public func inParallel(_ work: (@Sendable () -> Void)...) {
  let work = work.count == 1 ? work + work : work
  let waiting = Locked(work.count)
  let done = DispatchGroup()
  for item in work {
    done.enter()
    Thread.detachNewThread {
      waiting.change { $0 -= 1 }
      while waiting.value > 0 { sched_yield() }
      item()
      done.leave()
    }
  }
  done.wait()
}
