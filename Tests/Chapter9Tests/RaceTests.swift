import Dispatch
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter9

/// Threads that add, reset and remove rows while the table ticks.
final class RaceTests: XCTestCase {
  /// Each time that a row is set, each of its rings says so once, whoever else sets and removes rows.
  func testEachEndIsSaidOnce() throws {
    for round in 0..<30 {
      let scheduler = VirtualTimeScheduler()
      let table = CountdownTable(scheduler: scheduler)
      let ends = Locked([Finish: Int]())
      let inside = Locked(0)
      let subscription = table.finished.sink { finish in
        inside.change { $0 += 1 }
        XCTAssertEqual(inside.value, 1, "two calls at a time")
        ends.change { $0[finish, default: 0] += 1 }
        inside.change { $0 -= 1 }
      }
      let rows = Locked([Row]())
      let work: @Sendable () -> Void = {
        for number in 0..<30 {
          let (kept, gone) = (table.add(TimeLeft(seconds: 0)), table.add(.longest))
          table.reset(gone, to: TimeLeft(minutes: number))
          table.view = [kept, gone]
          XCTAssertTrue(table.remove(gone))
          rows.change { $0.append(kept) }
        }
      }
      inParallel(work, work, { for _ in 0..<30 { try? scheduler.advance(by: 0.1) } })
      try scheduler.advance(by: 1)
      XCTAssertEqual(rows.value.count, 60)
      for row in rows.value {
        for unit in TimeUnit.allCases {
          XCTAssertEqual(ends.value[Finish(row: row, unit: unit)], 1, "round \(round)")
        }
      }
      withExtendedLifetime(subscription) {}
    }
  }

  /// A timer that starts while another thread makes it needless does not stay.
  func testTheTimerStartsAndStops() throws {
    for round in 0..<1_000 {
      let scheduler = VirtualTimeScheduler()
      let table = CountdownTable(scheduler: scheduler)
      let work: @Sendable () -> Void = { table.remove(table.add(.longest)) }
      inParallel(work, work)
      XCTAssertNoThrow(try scheduler.run(limit: 0), "round \(round): the timer is still there")
    }
  }

  /// The table is let go of on one thread while it ticks on another.
  func testLettingGoWhileItTicks() {
    for _ in 0..<200 {
      let queue = DispatchQueue(label: "table")
      let table = Locked<CountdownTable<DispatchQueue>?>(
        CountdownTable(scheduler: queue, tick: .nanoseconds(1_000)))
      let object = WeakReference(table.value)
      inParallel(
        { _ = table.value?.add(TimeLeft(seconds: 9)) }, { table.change { $0 = nil } })
      table.change { $0 = nil }
      queue.sync {}  // behind a tick that may still hold it
      XCTAssertNil(object.object)
    }
  }
}
