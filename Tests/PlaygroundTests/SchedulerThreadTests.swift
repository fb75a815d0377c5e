import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import Playground

/// What other threads and deinits may do to a scheduler.
final class SchedulerThreadTests: XCTestCase {
  func testADeinitOfAnActionMayCallTheScheduler() {
    let scheduler = VirtualTimeScheduler()
    let deinits = Locked(0)
    func schedule() -> Cancellable {
      let token = OnDeinit {
        _ = scheduler.now
        deinits.change { $0 += 1 }
      }
      scheduler.schedule(after: scheduler.now.advanced(by: 1)) { withExtendedLifetime(token) {} }
      return scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 1) {
        withExtendedLifetime(token) {}
      }
    }
    let first = schedule()
    scheduler.removeAll()
    XCTAssertEqual(deinits.value, 1)
    first.cancel()
    let many = (0..<100).map { _ in schedule() }
    for event in many { event.cancel() }
    scheduler.removeAll()
    XCTAssertEqual(deinits.value, 101)
  }

  func testCancellingOneEventFromTwoThreads() {
    let scheduler = VirtualTimeScheduler()
    for _ in 0..<500 {
      let event = Locked(scheduler.schedule(after: .origin, interval: 1) {})
      inParallel { event.value.cancel() }
      XCTAssertEqual(scheduler.pendingEvents, 0)
    }
  }

  func testALiveRunEndsWhenItsLastEventIsCancelledElsewhere() throws {
    let scheduler = VirtualTimeScheduler(pace: .live)
    let event = Locked(scheduler.schedule(after: .origin.advanced(by: 3_600), interval: 1) {})
    Thread.detachNewThread {
      while scheduler.now == .origin {}  // until the run waits
      event.value.cancel()
    }
    try scheduler.run()
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testALiveRunWaitsForAnEventAtTheEndOfTime() throws {
    let scheduler = VirtualTimeScheduler(pace: .live)
    scheduler.schedule(after: VirtualTime(nanoseconds: .max)) {}
    Thread.detachNewThread {
      while scheduler.now == .origin {}
      scheduler.removeAll()
    }
    try scheduler.run()
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testOtherThreadsSeeALiveClockMoveWhileItWaits() throws {
    let scheduler = VirtualTimeScheduler(pace: .live)
    let ran = Locked<VirtualTime?>(nil)
    let scheduled = Locked<VirtualTime?>(nil)
    Thread.detachNewThread {
      while scheduler.now < .origin.advanced(by: 0.02) {}
      let due = scheduler.now.advanced(by: 0.02)
      scheduled.change { $0 = due }
      scheduler.schedule(after: due) { ran.change { $0 = scheduler.now } }
    }
    try scheduler.advance(by: 0.5)
    XCTAssertNotNil(ran.value)
    XCTAssertEqual(ran.value, scheduled.value)
    XCTAssertEqual(scheduler.now, .origin.advanced(by: 0.5))
  }

  func testALimitIsReachedWithoutWaiting() throws {
    let scheduler = VirtualTimeScheduler(pace: .live)
    scheduler.schedule(after: .origin.advanced(by: 3_600)) {}
    XCTAssertThrowsError(try scheduler.run(limit: 0))
  }

  func testARepeatingEventThatBeginsInThePastKeepsTheGridOfItsDate() throws {
    let scheduler = VirtualTimeScheduler()
    try scheduler.advance(by: 1)
    var turns: [VirtualTime] = []
    let event = scheduler.schedule(after: .origin.advanced(by: 0.3), interval: 1) {
      turns.append(scheduler.now)
    }
    try scheduler.advance(by: 2.5)
    XCTAssertEqual(turns.map(\.description), ["1.000s", "1.300s", "2.300s", "3.300s"])
    event.cancel()
  }
}

private final class OnDeinit {
  private let action: () -> Void
  init(_ action: @escaping () -> Void) { self.action = action }
  deinit { action() }
}
