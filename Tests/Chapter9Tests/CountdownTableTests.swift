import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter9

final class CountdownTableTests: XCTestCase {
  private var scheduler = VirtualTimeScheduler()
  private lazy var table = CountdownTable(scheduler: scheduler)
  private var ends: [String] = []
  private var subscriptions: [AnyCancellable] = []
  private var onEnd: (Finish) -> Void = { _ in }

  override func setUp() {
    table.finished.sink { [unowned self] finish in
      ends.append("\(scheduler.now) \(finish.row) \(finish.unit)")
      onEnd(finish)
    }
    .store(in: &subscriptions)
  }

  // MARK: Ends

  /// Deadlines are right to the tick after a day, though ticks come every 100 ms.
  func testTheLongestTime() throws {
    try scheduler.advance(by: 0.25)
    _ = table.add(.longest)
    scheduler.stall(for: 86_398.9)  // without a tick, as nothing hangs on their number
    try scheduler.advance(by: 1)
    XCTAssertEqual(
      ends, ["86399.150s row 1 hours", "86399.150s row 1 minutes", "86399.300s row 1 seconds"])
  }

  /// After a stall all that is due is said at once, in the order of the deadlines.
  func testAStall() throws {
    for seconds in [63, 62, 64] { _ = table.add(TimeLeft(totalSeconds: seconds)) }
    try scheduler.advance(by: 0.1)
    ends = []
    scheduler.stall(for: 63.05)
    try scheduler.advance(by: 0)
    XCTAssertEqual(
      ends,
      [
        "63.150s row 2 minutes", "63.150s row 1 minutes", "63.150s row 3 minutes",
        "63.150s row 2 seconds", "63.150s row 1 seconds",
      ])
    try scheduler.advance(by: 0.85)
    XCTAssertEqual(ends.last, "64.000s row 3 seconds")
  }

  /// Rows that end at the same instant do so in the order in which they were set.
  func testTheSameInstant() throws {
    let first = table.add(TimeLeft(seconds: 9))
    for _ in 2...4 { _ = table.add(TimeLeft(seconds: 2)) }
    try scheduler.advance(by: 1)
    table.reset(first, to: TimeLeft(seconds: 1))
    try scheduler.advance(by: 0.9)
    ends = []
    try scheduler.advance(by: 1)
    XCTAssertEqual(ends, [2, 3, 4, 1].map { "2.000s row \($0) seconds" })
  }

  // MARK: Inside a call

  /// A subscriber that sets its row to nothing each time is called once a tick.
  func testASubscriberThatResetsItsRow() throws {
    let row = table.add(TimeLeft(seconds: 0))
    onEnd = { [unowned self] _ in
      if ends.count < 9 { table.reset(row, to: TimeLeft(seconds: 0)) }
    }
    try scheduler.advance(by: 0.3)
    XCTAssertEqual(
      ends, ["0.100s row 1 hours", "0.200s row 1 hours", "0.300s row 1 hours"])
  }

  /// A row that a subscriber removes says nothing more, though its ends are due in the same tick.
  func testASubscriberThatRemovesRows() throws {
    let rows = (1...3).map { _ in table.add(TimeLeft(seconds: 0)) }
    onEnd = { [unowned self] finish in
      if finish.unit == .minutes { for row in rows.prefix(2) { table.remove(row) } }
    }
    try scheduler.advance(by: 1)
    XCTAssertEqual(
      ends,
      ["row 1 hours", "row 1 minutes", "row 3 hours", "row 3 minutes", "row 3 seconds"].map {
        "0.100s \($0)"
      })
  }

  /// Time that passes inside a call brings its ticks, whose ends come behind those of the first one.
  func testASubscriberThatLetsTimePass() throws {
    for seconds in [60, 59] { _ = table.add(TimeLeft(totalSeconds: seconds)) }
    onEnd = { [unowned self] _ in
      onEnd = { _ in }
      try? scheduler.advance(by: 2)
    }
    try scheduler.advance(by: 0.1)
    XCTAssertEqual(
      ends,
      ["0.100s row 1 hours"]
        + ["row 2 hours", "row 2 minutes", "row 1 minutes"].map { "2.100s \($0)" })
  }

  // MARK: Rows

  /// A row that was removed is unknown, also when another has got its place.
  func testARemovedRow() throws {
    let row = table.add(TimeLeft(seconds: 1))
    XCTAssertTrue(table.remove(row))
    XCTAssertFalse(table.remove(row))
    let next = table.add(TimeLeft(seconds: 2))
    XCTAssertEqual(next.slot, row.slot)
    XCTAssertNotEqual(next, row)
    XCTAssertFalse(table.reset(row, to: .longest))
    XCTAssertFalse(table.remove(row))
    table.view = [row, next]
    XCTAssertEqual(shown(), ["row 1.2 0:00:02"])
    XCTAssertFalse(CountdownTable(scheduler: scheduler).remove(next), "a row of another table")
  }

  // MARK: What is shown

  /// It is sent when it changes, and only then; one that comes late gets the present.
  func testShown() throws {
    var count = 0
    table.shown.sink { _ in count += 1 }.store(in: &subscriptions)
    let row = table.add(TimeLeft(seconds: 2))
    table.view = [row]
    XCTAssertEqual(count, 2)
    try scheduler.advance(by: 0.9)
    XCTAssertEqual(count, 2)
    try scheduler.advance(by: 0.1)
    XCTAssertEqual(count, 3)
    XCTAssertEqual(shown(), ["row 1 0:00:01"])
    XCTAssertTrue(table.reset(row, to: TimeLeft(minutes: 1)))
    XCTAssertEqual(shown(), ["row 1 0:01:00"])
    table.remove(row)
    XCTAssertEqual(shown(), [])
    XCTAssertEqual(count, 5)
  }

  private func shown() -> [String] {
    var shown: [Shown] = []
    table.shown.sink { shown = $0 }.cancel()
    return shown.map { "\($0.row) \($0.time)" }
  }

  // MARK: The timer

  /// It is one, it stops when nothing runs, and it comes back on the same grid.
  func testTheTimer() throws {
    XCTAssertEqual(pendingEvents, 0)
    let rows = (1...9).map { _ in table.add(TimeLeft(seconds: 1)) }
    XCTAssertEqual(pendingEvents, 1)
    try scheduler.advance(by: 1)
    XCTAssertEqual(pendingEvents, 0)
    try scheduler.advance(by: 1_000.03)
    ends = []
    table.reset(rows[0], to: TimeLeft(seconds: 0))
    XCTAssertEqual(pendingEvents, 1)
    try scheduler.advance(by: 0.1)
    XCTAssertEqual(ends.first, "1001.100s row 1 hours")
    XCTAssertEqual(pendingEvents, 0)
    table.reset(rows[0], to: .longest)
    table.remove(rows[0])
    XCTAssertEqual(pendingEvents, 0)
  }

  /// A table that nobody holds takes its timer with it, and all else.
  func testLettingGo() throws {
    var other: CountdownTable? = CountdownTable(scheduler: scheduler)
    let object = WeakReference(other)
    var seen = 0
    other?.shown.sink { _ in seen += 1 }.store(in: &subscriptions)
    other?.view = [other?.add(.longest)].compactMap { $0 }
    XCTAssertEqual(pendingEvents, 1)
    other = nil
    XCTAssertNil(object.object)
    XCTAssertEqual(pendingEvents, 0)
    try scheduler.advance(by: 2)
    XCTAssertEqual(seen, 2)
  }

  func testATickThatIsNotPositiveTraps() throws {
    try assertTraps("CountdownTable(tick:): must be positive, but is 0.000s") {
      _ = CountdownTable(scheduler: scheduler, tick: 0)
    }
  }

  private var pendingEvents: Int {
    do {
      try scheduler.run(limit: 0)
      return 0
    } catch {
      return (error as? VirtualTimeScheduler.LimitReached)?.pending ?? -1
    }
  }
}
