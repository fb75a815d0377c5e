import Dispatch
import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter9

/// Clocks of other kinds than the virtual one, and the threads that a table sends on.
final class SchedulerTests: XCTestCase {
  /// A clock that is set back moves the deadlines of rows that run, but no others, and no tick.
  func testAClockThatIsSetBack() throws {
    let clock = WallClock()
    let table = CountdownTable(scheduler: clock)
    var ends: [Finish] = []
    var shown: [String] = []
    let subscriptions = [
      table.finished.sink { ends.append($0) },
      table.shown.sink { shown = $0.map { "\($0.time)" } },
    ]
    let row = table.add(TimeLeft(seconds: 1))
    try clock.advance(by: 1)
    XCTAssertEqual(ends.count, 3)
    clock.offset = -3_600
    table.view = [row]
    XCTAssertEqual(shown, ["0:00:00"], "it is at its end, and no tick would tell")
    table.reset(row, to: TimeLeft(seconds: 2))
    XCTAssertEqual(shown, ["0:00:02"])
    try clock.advance(by: 2.1)
    XCTAssertEqual(shown, ["0:00:00"])
    XCTAssertEqual(ends.count, 6)
    withExtendedLifetime(subscriptions) {}
  }

  /// A row that is set with a clock that was set back meanwhile keeps back no end of the same tick.
  func testAClockThatIsSetBackWhileATickGoesOn() throws {
    let clock = WallClock()
    let table = CountdownTable(scheduler: clock)
    let rows = (1...2).map { _ in table.add(TimeLeft(seconds: 1)) }
    var ends: [Finish] = []
    let subscription = table.finished.sink { finish in
      ends.append(finish)
      guard finish == Finish(row: rows[0], unit: .seconds) else { return }
      clock.offset = -3_600
      table.reset(rows[0], to: TimeLeft(seconds: 9))
    }
    try clock.advance(by: 1)
    XCTAssertEqual(ends.last, Finish(row: rows[1], unit: .seconds))
    withExtendedLifetime(subscription) {}
  }

  /// A table that is let go of stops its timer, also where the scheduler would keep it running.
  func testATimerThatTheSchedulerKeeps() {
    let clock = WallClock()
    var table: CountdownTable? = CountdownTable(scheduler: clock)
    _ = table?.add(.longest)
    XCTAssertEqual(clock.pendingEvents, 1)
    table = nil
    XCTAssertEqual(clock.pendingEvents, 0)
  }

  /// No lock is held where the table lets go of its timer: what is called then may use the table.
  func testLettingGoOfTheTimer() {
    let clock = WallClock()
    let table = CountdownTable(scheduler: clock)
    var count = 0
    clock.onLettingGo = { [unowned table] in
      count += 1
      table.view = []
    }
    table.remove(table.add(.longest))
    XCTAssertEqual(count, 1)
  }

  /// A tick that comes while another thread is sending is left to that thread, ends as well.
  func testAThreadThatIsSendingSendsTheEndsOfATick() {
    let scheduler = VirtualTimeScheduler()
    let table = CountdownTable(scheduler: scheduler)
    let threads = Locked([Bool]())
    let caller = Thread.current
    let subscriptions = [
      table.finished.sink { _ in threads.change { $0.append(Thread.current == caller) } },
      table.shown.dropFirst().sink { _ in
        inParallel({ try? scheduler.advance(by: 0.1) }, {})
        XCTAssertEqual(threads.value, [], "not yet, as a call is going on")
      },
    ]
    table.view = [table.add(TimeLeft(seconds: 1))]
    XCTAssertEqual(threads.value, [true, true])
    withExtendedLifetime(subscriptions) {}
  }

  /// Deadlines hold on real queues, whose times are kept in other ways.
  func testRealQueues() {
    check(DispatchQueue(label: "table"))
    check(OperationQueue())
  }

  private func check<Context: Scheduler>(_ scheduler: Context) {
    let table = CountdownTable(scheduler: scheduler, tick: .milliseconds(1))
    let all = expectation(description: "all rings have ended")
    all.expectedFulfillmentCount = 9
    let subscription = table.finished.sink { _ in all.fulfill() }
    for _ in 1...3 { _ = table.add(TimeLeft(seconds: 0)) }
    wait(for: [all], timeout: 60)
    withExtendedLifetime(subscription) {}
  }

  /// The times of an immediate scheduler never advance, so nothing can be counted by them.
  func testAnImmediateSchedulerTraps() throws {
    try assertTraps("CountdownTable(tick:): must be positive") {
      _ = CountdownTable(scheduler: ImmediateScheduler.shared)
    }
  }

  /// Whoever asks for one end at a time loses none behind a buffer, as the page says.
  func testABufferKeepsEndsForASlowSubscriber() throws {
    let scheduler = VirtualTimeScheduler()
    let table = CountdownTable(scheduler: scheduler)
    for _ in 1...20 { _ = table.add(TimeLeft(seconds: 0)) }
    let subscriber = AskingSubscriber<Finish, Never>(first: .max(1))
    table.finished.buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest)
      .subscribe(subscriber)
    try scheduler.advance(by: 1)
    for _ in 2...60 { subscriber.subscription?.request(.max(1)) }
    XCTAssertEqual(subscriber.values.count, 60)
  }
}
