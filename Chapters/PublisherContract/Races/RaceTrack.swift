import Foundation

/// Two threads that run two pieces of work, round after round: the one that calls, and one of its own.
///
/// Either a spin barrier releases them together, which finds races that a dispatch queue's latency
/// hides; or one of them runs alone up to a call that the checker sees, and stops there until the
/// other is done, which finds many more, on a busy machine too.
final class RaceTrack: @unchecked Sendable {
  /// How the two meet.
  enum Timing {
    /// Together, but that one waits for so many locks and unlocks: the first where the number is
    /// negative, the second where it is positive.
    case together(headStart: Int)
    /// One of them stops, at which of its calls, from 1 on.
    case stopping(isSecond: Bool, at: Int)
  }

  private let ready = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private var work: (() -> Void)?  // handed over by the semaphores

  private let lock = NSLock()  // guards everything below
  private var standing = 0
  private var stop: Stop?
  private var thread: Thread?

  /// Where one stops, in one round.
  private struct Stop {
    let isSecond: Bool
    var callsLeft: Int
    let isReached = DispatchSemaphore(value: 0)
    let otherIsDone = DispatchSemaphore(value: 0)
  }

  init() {
    let thread = Thread { [self] in
      while true {
        ready.wait()
        guard let work else { return }
        meet()
        work()
        done.signal()
      }
    }
    thread.stackSize = 4 << 20
    self.thread = thread
    thread.start()
  }

  /// Runs two pieces of work, and returns when both are done.
  func run(_ timing: Timing, _ first: @escaping () -> Void, _ second: @escaping () -> Void) {
    switch timing {
    case .together(let headStart):
      runBoth {
        self.delay(-headStart)
        first()
      } _: {
        self.delay(headStart)
        second()
      }
    case .stopping(let isSecond, let call):
      let stop = Stop(isSecond: isSecond, callsLeft: call)
      lock.withLock { self.stop = stop }
      let stopping = isSecond ? second : first
      let other = isSecond ? first : second
      let lanes = [
        {
          stopping()
          stop.isReached.signal()
        },
        {
          stop.isReached.wait()
          other()
          stop.otherIsDone.signal()
        },
      ]
      runBoth(lanes[isSecond ? 1 : 0], lanes[isSecond ? 0 : 1])
      lock.withLock { self.stop = nil }
    }
  }

  private func runBoth(_ first: () -> Void, _ second: @escaping () -> Void) {
    lock.withLock { standing = 2 }
    work = second
    ready.signal()
    meet()
    first()
    done.wait()
  }

  /// A call that the checker sees: stops there if it is the place, at most half a millisecond, as the
  /// other may be waiting for a lock.
  func pass() {
    let stop = lock.withLock { () -> Stop? in
      guard let stop = self.stop, stop.isSecond == (Thread.current === thread) else { return nil }
      self.stop?.callsLeft -= 1
      return stop.callsLeft == 1 ? stop : nil
    }
    guard let stop else { return }
    stop.isReached.signal()
    _ = stop.otherIsDone.wait(timeout: .now() + .microseconds(500))
  }

  /// Sends the thread home.
  func close() {
    work = nil
    ready.signal()
  }

  private func meet() {
    lock.withLock { standing -= 1 }
    while lock.withLock({ standing > 0 }) { sched_yield() }
  }

  private func delay(_ count: Int) {
    for _ in 0..<max(0, count) { lock.withLock {} }
  }
}
