import Foundation

/// Runs pieces of work on threads of their own, released together, and waits for all.
///
/// A spin barrier finds races that `concurrentPerform` misses.
public func inParallel(_ work: (@Sendable () -> Void)...) {
  let work = work.count == 1 ? work + work : work
  let waiting = Counter(work.count)
  let done = DispatchGroup()
  for item in work {
    done.enter()
    Thread.detachNewThread {
      waiting.decrement()
      while waiting.value > 0 {}
      item()
      done.leave()
    }
  }
  done.wait()
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()  // guards the count
  private var count: Int

  init(_ count: Int) { self.count = count }

  var value: Int { lock.withLock { count } }

  func decrement() { lock.withLock { count -= 1 } }
}
