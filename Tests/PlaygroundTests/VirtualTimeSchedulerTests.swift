import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import Playground

final class VirtualTimeSchedulerTests: XCTestCase {
  private let scheduler = VirtualTimeScheduler()
  private var log: [String] = []

  private func note(_ word: String) {
    log.append("\(scheduler.now) \(word)")
  }

  /// An action that notes the time and a word.
  private func noting(_ word: String) -> () -> Void {
    { [unowned self] in note(word) }
  }

  private func at(_ seconds: VirtualTime.Stride) -> VirtualTime {
    VirtualTime.origin.advanced(by: seconds)
  }

  // MARK: Letting time pass

  func testANewSchedulerStandsAtTheOriginWithNothingPending() {
    XCTAssertEqual(scheduler.now, .origin)
    XCTAssertEqual(scheduler.pendingEvents, 0)
    XCTAssertEqual(scheduler.minimumTolerance, 0)
  }

  func testAdvancingWithoutEventsMovesTheClock() throws {
    try scheduler.advance(by: 1.5)
    XCTAssertEqual(scheduler.now, at(1.5))
    try scheduler.advance(to: at(4))
    XCTAssertEqual(scheduler.now, at(4))
    try scheduler.run()
    XCTAssertEqual(scheduler.now, at(4))
  }

  func testAdvanceByRunsWhatIsDueUpToItsEnd() throws {
    for second in [3, 1, 2] { scheduler.schedule(after: at(.seconds(second)), noting("turn")) }
    try scheduler.advance(by: 2)
    XCTAssertEqual(log, ["1.000s turn", "2.000s turn"])
    XCTAssertEqual(scheduler.now, at(2))
    XCTAssertEqual(scheduler.pendingEvents, 1)
    try scheduler.advance(by: 2)
    XCTAssertEqual(log, ["1.000s turn", "2.000s turn", "3.000s turn"])
    XCTAssertEqual(scheduler.now, at(4))
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testAdvanceToRunsWhatIsDueUpToThatTime() throws {
    for second in [3, 1, 2] { scheduler.schedule(after: at(.seconds(second)), noting("turn")) }
    try scheduler.advance(to: at(2))
    try scheduler.advance(to: at(2.999))
    XCTAssertEqual(log, ["1.000s turn", "2.000s turn"])
    XCTAssertEqual(scheduler.now, at(2.999))
    XCTAssertEqual(scheduler.pendingEvents, 1)
  }

  func testAdvanceByNothingRunsWhatIsDueNow() throws {
    scheduler.schedule(noting("now"))
    scheduler.schedule(after: at(0.001), noting("later"))
    XCTAssertEqual(log, [])
    try scheduler.advance(by: 0)
    XCTAssertEqual(log, ["0.000s now"])
  }

  func testRunEndsAtTheLastEvent() throws {
    for second in [3, 1, 2] { scheduler.schedule(after: at(.seconds(second)), noting("turn")) }
    try scheduler.run()
    XCTAssertEqual(log, ["1.000s turn", "2.000s turn", "3.000s turn"])
    XCTAssertEqual(scheduler.now, at(3))
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testARepeatingEventRunsAtItsDateAndThenEveryInterval() throws {
    let timer = scheduler.schedule(after: at(0.5), interval: 0.75, noting("turn"))
    try scheduler.advance(by: 2.75)
    XCTAssertEqual(log, ["0.500s turn", "1.250s turn", "2.000s turn", "2.750s turn"])
    XCTAssertEqual(scheduler.pendingEvents, 1)
    timer.cancel()
  }

  // MARK: Order

  func testEventsThatAreDueTogetherRunInTheOrderOfScheduling() throws {
    for word in ["a", "b", "c", "d", "e"] { scheduler.schedule(after: at(1), noting(word)) }
    try scheduler.run()
    XCTAssertEqual(log, ["1.000s a", "1.000s b", "1.000s c", "1.000s d", "1.000s e"])
  }

  func testARepeatingEventKeepsItsFirstPlaceAmongTies() throws {
    scheduler.schedule(after: at(3), noting("before"))
    let timer = scheduler.schedule(after: at(1), interval: 1, noting("turn"))
    scheduler.schedule(after: at(3), noting("after"))
    try scheduler.advance(to: at(3))
    XCTAssertEqual(
      log, ["1.000s turn", "2.000s turn", "3.000s before", "3.000s turn", "3.000s after"])
    timer.cancel()
  }

  func testRepeatingEventsMeetInTheOrderOfScheduling() throws {
    let slow = scheduler.schedule(after: at(2), interval: 2, noting("slow"))
    let fast = scheduler.schedule(after: at(1), interval: 1, noting("fast"))
    try scheduler.advance(to: at(4))
    XCTAssertEqual(
      log,
      ["1.000s fast", "2.000s slow", "2.000s fast", "3.000s fast", "4.000s slow", "4.000s fast"])
    slow.cancel()
    fast.cancel()
  }

  func testWorkScheduledInThePastRunsAtThePresent() throws {
    try scheduler.advance(to: at(5))
    scheduler.schedule(after: at(5), noting("present"))
    scheduler.schedule(after: at(1), noting("past"))
    let timer = scheduler.schedule(after: at(3), interval: 1, noting("repeating"))
    try scheduler.advance(by: 1)
    XCTAssertEqual(
      log, ["5.000s present", "5.000s past", "5.000s repeating", "6.000s repeating"])
    timer.cancel()
  }

  func testARepeatingEventFromTheBeginningOfTimeKeepsItsGrid() throws {
    let beginning = VirtualTime(nanoseconds: .min)
    let timer = scheduler.schedule(after: beginning, interval: 1, noting("turn"))
    try scheduler.advance(by: 2, limit: 10)
    XCTAssertEqual(log, ["0.000s turn", "0.145224192s turn", "1.145224192s turn"])
    timer.cancel()
  }

  func testAnActionSchedules() throws {
    scheduler.schedule(after: at(1)) { [unowned self] in
      note("first")
      scheduler.schedule(after: at(2), noting("later"))
      scheduler.schedule(noting("at once"))
      scheduler.schedule(after: at(1), noting("at once too"))
    }
    scheduler.schedule(after: at(1), noting("second"))
    try scheduler.run()
    XCTAssertEqual(
      log,
      ["1.000s first", "1.000s second", "1.000s at once", "1.000s at once too", "2.000s later"])
  }

  func testAnActionAdvances() throws {
    scheduler.schedule(after: at(1)) { [unowned self] in
      note("begins")
      advance(scheduler, by: 2)
      note("ends")
    }
    scheduler.schedule(after: at(2), noting("inside"))
    scheduler.schedule(after: at(3.5), noting("afterwards"))
    try scheduler.advance(to: at(2.5))
    XCTAssertEqual(log, ["1.000s begins", "2.000s inside", "3.000s ends"])
    XCTAssertEqual(scheduler.now, at(3))
    try scheduler.run()
    XCTAssertEqual(
      log, ["1.000s begins", "2.000s inside", "3.000s ends", "3.500s afterwards"])
  }

  func testARepeatingActionThatAdvancesRunsItsNextTurnsInside() throws {
    let timer = scheduler.schedule(after: at(1), interval: 1) { [unowned self] in
      note("begins")
      if scheduler.now == at(1) { advance(scheduler, by: 2) }
      note("ends")
    }
    try scheduler.advance(to: at(4))
    XCTAssertEqual(
      log,
      [
        "1.000s begins", "2.000s begins", "2.000s ends", "3.000s begins", "3.000s ends",
        "3.000s ends", "4.000s begins", "4.000s ends",
      ])
    timer.cancel()
  }

  // MARK: Cancelling

  func testCancelBeforeTheFirstTurn() throws {
    let timer = scheduler.schedule(after: at(1), interval: 1, noting("turn"))
    timer.cancel()
    XCTAssertEqual(scheduler.pendingEvents, 0)
    try scheduler.advance(by: 5)
    XCTAssertEqual(log, [])
  }

  func testARepeatingEventCancelsItself() throws {
    var timer: Cancellable?
    timer = scheduler.schedule(after: at(1), interval: 1) { [unowned self] in
      note("turn")
      if scheduler.now == at(2) { timer?.cancel() }
      note("pending: \(scheduler.pendingEvents)")
    }
    try scheduler.run()
    XCTAssertEqual(
      log, ["1.000s turn", "1.000s pending: 1", "2.000s turn", "2.000s pending: 0"])
    XCTAssertEqual(scheduler.now, at(2))
  }

  func testAnEarlierEventOfTheSameInstantCancelsATurn() throws {
    var timer: Cancellable?
    scheduler.schedule(after: at(2)) { timer?.cancel() }
    timer = scheduler.schedule(after: at(1), interval: 1, noting("turn"))
    try scheduler.run()
    XCTAssertEqual(log, ["1.000s turn"])
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testALaterEventOfTheSameInstantCancelsTheNextTurn() throws {
    let timer = scheduler.schedule(after: at(1), interval: 1, noting("turn"))
    scheduler.schedule(after: at(2)) { timer.cancel() }
    try scheduler.run()
    XCTAssertEqual(log, ["1.000s turn", "2.000s turn"])
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testASecondCancelDoesNothing() throws {
    let timer = scheduler.schedule(after: at(1), interval: 1, noting("cancelled"))
    let other = scheduler.schedule(after: at(1), interval: 1, noting("other"))
    timer.cancel()
    timer.cancel()
    XCTAssertEqual(scheduler.pendingEvents, 1)
    try scheduler.advance(by: 2)
    timer.cancel()
    XCTAssertEqual(scheduler.pendingEvents, 1)
    XCTAssertEqual(log, ["1.000s other", "2.000s other"])
    other.cancel()
  }

  func testLettingGoOfTheResultCancels() throws {
    var timer: Cancellable? = scheduler.schedule(after: at(1), interval: 1, noting("turn"))
    try scheduler.advance(by: 1.5)
    XCTAssertNotNil(timer)
    timer = nil
    XCTAssertEqual(scheduler.pendingEvents, 0)
    try scheduler.advance(by: 5)
    XCTAssertEqual(log, ["1.000s turn"])
  }

  func testCancelReleasesTheAction() {
    var captured: NSObject? = NSObject()
    let weakly = WeakReference(captured)
    let timer = scheduler.schedule(after: at(1), interval: 1) { [captured] in _ = captured }
    captured = nil
    XCTAssertNotNil(weakly.object)
    timer.cancel()
    XCTAssertNil(weakly.object)
  }

  func testAnActionThatRanIsReleased() throws {
    var captured: NSObject? = NSObject()
    let weakly = WeakReference(captured)
    scheduler.schedule(after: at(1)) { [captured] in _ = captured }
    captured = nil
    XCTAssertNotNil(weakly.object)
    try scheduler.run()
    XCTAssertNil(weakly.object)
  }

  func testManyCancelsAreForgottenInBulk() throws {
    let timers = (0..<100).map { index in
      scheduler.schedule(after: at(.seconds(index % 7)), interval: 10, noting("timer \(index)"))
    }
    let pending = timers.indices.filter { $0 % 10 != 3 }.map { index in
      timers[index].cancel()
      return scheduler.pendingEvents
    }
    XCTAssertEqual(pending, (10..<100).reversed())
    try scheduler.advance(by: 6)
    XCTAssertEqual(
      log,
      [
        "0.000s timer 63", "1.000s timer 43", "2.000s timer 23", "2.000s timer 93",
        "3.000s timer 3", "3.000s timer 73", "4.000s timer 53", "5.000s timer 33",
        "6.000s timer 13", "6.000s timer 83",
      ])
    XCTAssertEqual(scheduler.pendingEvents, 10)
    withExtendedLifetime(timers) {}
  }

  func testAnActionCancelsMany() throws {
    var timers: [Cancellable] = []
    scheduler.schedule(after: at(1)) { for timer in timers { timer.cancel() } }
    timers = (0..<100).map { index in
      scheduler.schedule(after: at(0.5), interval: 0.5, noting("timer \(index)"))
    }
    try scheduler.run()
    XCTAssertEqual(log, (0..<100).map { "0.500s timer \($0)" })
    XCTAssertEqual(scheduler.pendingEvents, 0)
    XCTAssertEqual(scheduler.now, at(1))
  }

  func testManyCancelsReleaseEveryAction() {
    var captured: [NSObject] = (0..<100).map { _ in NSObject() }
    let weakly = captured.map(WeakReference.init)
    let timers = captured.map { object in
      scheduler.schedule(after: at(1), interval: 1) { _ = object }
    }
    captured = []
    for (index, timer) in timers.enumerated() {
      timer.cancel()
      XCTAssertEqual(weakly.filter { $0.object != nil }.count, 99 - index)
    }
  }

  func testASchedulerThatIsReleasedReleasesItsActions() {
    var captured: NSObject? = NSObject()
    let weakly = WeakReference(captured)
    var scheduler: VirtualTimeScheduler? = VirtualTimeScheduler()
    scheduler?.schedule(after: at(1)) { [captured] in _ = captured }
    let timer = scheduler?.schedule(after: at(1), interval: 1) { [captured] in _ = captured }
    captured = nil
    XCTAssertNotNil(weakly.object)
    scheduler = nil
    XCTAssertNil(weakly.object)
    timer?.cancel()
  }

  // MARK: Removing all

  func testRemoveAllDropsEveryEvent() throws {
    scheduler.schedule(after: at(1), noting("once"))
    let timer = scheduler.schedule(after: at(1), interval: 1, noting("repeating"))
    scheduler.removeAll()
    XCTAssertEqual(scheduler.pendingEvents, 0)
    try scheduler.advance(by: 5)
    XCTAssertEqual(log, [])
    timer.cancel()
  }

  func testACancelAfterRemoveAllCountsNothing() {
    let timer = scheduler.schedule(after: at(1), interval: 1) {}
    scheduler.removeAll()
    timer.cancel()
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testRemoveAllReleasesTheActions() {
    var captured: NSObject? = NSObject()
    let weakly = WeakReference(captured)
    scheduler.schedule(after: at(1)) { [captured] in _ = captured }
    let timer = scheduler.schedule(after: at(1), interval: 1) { [captured] in _ = captured }
    captured = nil
    XCTAssertNotNil(weakly.object)
    scheduler.removeAll()
    XCTAssertNil(weakly.object)
    timer.cancel()
  }

  func testARepeatingActionThatRemovesAllEnds() throws {
    let timer = scheduler.schedule(after: at(1), interval: 1) { [unowned self] in
      note("turn")
      scheduler.removeAll()
    }
    try scheduler.run()
    XCTAssertEqual(log, ["1.000s turn"])
    timer.cancel()
  }

  // MARK: Stalling

  /// The turns of a timer of one second that stalls in its second turn.
  private func turns(stallingFor stall: VirtualTime.Stride) throws -> [String] {
    let timer = scheduler.schedule(after: at(1), interval: 1) { [unowned self] in
      note("turn")
      if scheduler.now == at(2) { scheduler.stall(for: stall) }
    }
    try scheduler.advance(to: at(6))
    timer.cancel()
    return log
  }

  func testAStallOfNothingChangesNothing() throws {
    XCTAssertEqual(
      try turns(stallingFor: 0),
      ["1.000s turn", "2.000s turn", "3.000s turn", "4.000s turn", "5.000s turn", "6.000s turn"])
  }

  func testAStallBetweenTwoTurnsMissesNone() throws {
    XCTAssertEqual(
      try turns(stallingFor: 0.5),
      ["1.000s turn", "2.000s turn", "3.000s turn", "4.000s turn", "5.000s turn", "6.000s turn"])
  }

  func testAMissedTurnRunsAtTheEndOfTheStall() throws {
    XCTAssertEqual(
      try turns(stallingFor: 1.5),
      ["1.000s turn", "2.000s turn", "3.500s turn", "4.000s turn", "5.000s turn", "6.000s turn"])
  }

  func testMissedTurnsRunOnceAtTheEndOfTheStall() throws {
    XCTAssertEqual(
      try turns(stallingFor: 2.5),
      ["1.000s turn", "2.000s turn", "4.500s turn", "5.000s turn", "6.000s turn"])
  }

  func testAStallThatEndsOnTheGridRunsThatTurnOnce() throws {
    XCTAssertEqual(
      try turns(stallingFor: 2),
      ["1.000s turn", "2.000s turn", "4.000s turn", "5.000s turn", "6.000s turn"])
  }

  func testEventsThatFellDueDuringAStallRunAtItsEndInTheirOrder() throws {
    let timer = scheduler.schedule(after: at(1), interval: 1, noting("repeating"))
    scheduler.schedule(after: at(1.5), noting("b"))
    scheduler.schedule(after: at(0.5), noting("a"))
    scheduler.schedule(after: at(2.5), noting("c"))
    scheduler.stall(for: 2.25)
    scheduler.schedule(noting("present"))
    XCTAssertEqual(log, [])
    XCTAssertEqual(scheduler.now, at(2.25))
    try scheduler.advance(to: at(3))
    XCTAssertEqual(
      log,
      [
        "2.250s a", "2.250s repeating", "2.250s b", "2.250s present", "2.500s c",
        "3.000s repeating",
      ])
    timer.cancel()
  }

  func testAStallPastTheEndOfAnAdvanceLeavesTheClockThere() throws {
    scheduler.schedule(after: at(1)) { [unowned self] in scheduler.stall(for: 4) }
    scheduler.schedule(after: at(2), noting("due before the end"))
    scheduler.schedule(after: at(4), noting("due after the end"))
    try scheduler.advance(to: at(3))
    XCTAssertEqual(log, ["5.000s due before the end"])
    XCTAssertEqual(scheduler.now, at(5))
    try scheduler.advance(by: 0)
    XCTAssertEqual(log, ["5.000s due before the end", "5.000s due after the end"])
  }

  func testStallsAddUp() throws {
    scheduler.schedule(after: at(1)) { [unowned self] in
      scheduler.stall(for: 1)
      note("once")
      scheduler.stall(for: 0.5)
      note("twice")
    }
    try scheduler.run()
    XCTAssertEqual(log, ["2.000s once", "2.500s twice"])
  }

  func testAStallToTheEndOfTime() {
    let timer = scheduler.schedule(after: at(0), interval: .nanoseconds(1), noting("turn"))
    scheduler.stall(for: VirtualTime.Stride(nanoseconds: .max))
    let end = VirtualTime(nanoseconds: .max)
    XCTAssertEqual(
      limitReached { try scheduler.run(limit: 1) }, .init(limit: 1, pending: 1, nextDue: end))
    XCTAssertEqual(log, ["9223372036.854775807s turn"])
    timer.cancel()
  }

  /// Two and a half intervals of blocking in the second turn, as in
  /// `testMissedTurnsRunOnceAtTheEndOfTheStall`: the cells of the grid in which turns run.
  func testARealTimerStallsAsTheVirtualOneDoes() throws {
    let virtual = try turns(stallingFor: 2.5).map { Int($0.prefix { $0 != "." }) ?? -1 }
    XCTAssertEqual(virtual, [1, 2, 4, 5, 6])

    // Real time is noisy: a loaded machine misses more turns than the stall does. Whatever it
    // misses, no cell of the grid runs twice.
    for _ in 0..<20 {
      let cells = cellsOfStallingDispatchTimer(count: virtual.count)
      for (cell, next) in zip(cells, cells.dropFirst()) { XCTAssertLessThan(cell, next) }
      if cells == virtual { return }
    }
    XCTFail("never in 20 attempts did a DispatchSourceTimer run in the cells \(virtual)")
  }

  private func cellsOfStallingDispatchTimer(count: Int) -> [Int] {
    let interval: UInt64 = 50_000_000
    let cells = Locked<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
    let start = DispatchTime.now()
    timer.schedule(
      deadline: start + .nanoseconds(Int(interval)), repeating: .nanoseconds(Int(interval)),
      leeway: .nanoseconds(0))
    timer.setEventHandler {
      let elapsed = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
      var turn = 0
      cells.change {
        $0.append(Int(elapsed / interval))
        turn = $0.count
      }
      if turn == 2 {
        // Nobody signals this: waiting for its end holds the timer's queue up for a given time.
        let nobody = DispatchSemaphore(value: 0)
        _ = nobody.wait(timeout: .now() + .nanoseconds(Int(interval) * 5 / 2))
      }
      if turn == count { done.signal() }
    }
    timer.resume()
    done.wait()
    timer.cancel()
    return Array(cells.value.prefix(count))
  }

  // MARK: Limits

  private func limitReached(_ body: () throws -> Void) -> VirtualTimeScheduler.LimitReached? {
    do {
      try body()
      return nil
    } catch {
      return error as? VirtualTimeScheduler.LimitReached
    }
  }

  func testRunStopsAtItsLimit() {
    let timer = scheduler.schedule(after: at(1), interval: 1, noting("turn"))
    scheduler.schedule(after: at(9), noting("once"))
    let error = limitReached { try scheduler.run(limit: 3) }
    XCTAssertEqual(log, ["1.000s turn", "2.000s turn", "3.000s turn"])
    XCTAssertEqual(scheduler.now, at(3))
    XCTAssertEqual(error, .init(limit: 3, pending: 2, nextDue: at(4)))
    XCTAssertEqual(
      error?.description,
      """
      stopped after 3 events with 2 still pending, the next one due at 4.000s. \
      A repeating event that nobody cancels never ends: cancel it, advance to a time instead of \
      running to the end, or raise the limit.
      """)
    timer.cancel()
  }

  func testAnEndlessLoopAtOneInstantStopsAtTheLimit() {
    var turns = 0
    func loop() {
      turns += 1
      scheduler.schedule(loop)
    }
    scheduler.schedule(after: at(1), loop)
    let error = limitReached { try scheduler.advance(to: at(2), limit: 10) }
    XCTAssertEqual(turns, 10)
    XCTAssertEqual(scheduler.now, at(1))
    XCTAssertEqual(error, .init(limit: 10, pending: 1, nextDue: at(1)))
    XCTAssertEqual(
      error?.description,
      """
      stopped after 10 events with 1 still pending, the next one due at 1.000s. \
      A repeating event that nobody cancels never ends: cancel it, advance to a time instead of \
      running to the end, or raise the limit.
      """)
  }

  func testAdvanceByStopsAtItsLimit() {
    let timer = scheduler.schedule(after: at(0), interval: 1, noting("turn"))
    let error = limitReached { try scheduler.advance(by: 10, limit: 0) }
    XCTAssertEqual(log, [])
    XCTAssertEqual(error, .init(limit: 0, pending: 1, nextDue: at(0)))
    timer.cancel()
  }

  func testAsManyEventsAsTheLimitAreNoError() throws {
    for word in ["a", "b", "c"] { scheduler.schedule(after: at(1), noting(word)) }
    try scheduler.run(limit: 3)
    XCTAssertEqual(log, ["1.000s a", "1.000s b", "1.000s c"])
  }

  func testCancelledEventsDoNotCountForTheLimit() throws {
    let timer = scheduler.schedule(after: at(1), interval: 1, noting("cancelled"))
    timer.cancel()
    scheduler.schedule(after: at(2), noting("once"))
    try scheduler.run(limit: 1)
    XCTAssertEqual(log, ["2.000s once"])
  }

  func testAfterTheLimitTheNextEventIsStillThere() throws {
    for word in ["a", "b"] { scheduler.schedule(after: at(1), noting(word)) }
    XCTAssertNotNil(limitReached { try scheduler.run(limit: 1) })
    try scheduler.run(limit: 1)
    XCTAssertEqual(log, ["1.000s a", "1.000s b"])
  }

  // MARK: Threads

  func testSchedulesFromManyThreads() throws {
    let scheduler = scheduler
    let times = Locked<[VirtualTime]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      for index in 0..<250 {
        // 7919 has no factor in common with 1000: every millisecond comes once, in disorder.
        let due = (worker * 250 + index) * 7_919 % 1_000
        scheduler.schedule(after: .init(nanoseconds: Int64(due) * 1_000_000)) {
          times.change { $0.append(scheduler.now) }
        }
      }
    }
    XCTAssertEqual(scheduler.pendingEvents, 1_000)
    try scheduler.run()
    XCTAssertEqual(times.value, (0..<1_000).map { .init(nanoseconds: $0 * 1_000_000) })
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testSchedulesAndCancelsFromOtherThreadsWhileItAdvances() throws {
    let scheduler = scheduler
    let runs = Locked(0)
    let work: @Sendable () -> Void = {
      for _ in 0..<500 {
        scheduler.schedule(after: scheduler.now.advanced(by: 0.5)) { runs.change { $0 += 1 } }
        scheduler.schedule(after: scheduler.now, interval: 0.25) {}.cancel()
      }
    }
    inParallel(work, work, { for _ in 0..<500 { advance(scheduler, by: 0.1) } })
    try scheduler.run()
    XCTAssertEqual(runs.value, 1_000)
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  // MARK: A model

  func testRandomScriptsRunAsTheModelSays() throws {
    for seed in 0..<400 {
      let expected = try Script(SchedulerModel(), seed: seed).play()
      let actual = try Script(VirtualTimeScheduler(), seed: seed).play()
      if let difference = lineDiff(expected: expected, actual: actual) {
        return XCTFail("seed \(seed) (- the model, + the scheduler):\n\(difference)")
      }
    }
  }

  // MARK: Real time

  func testALiveRunHasTheSameEventsAsAnInstantOneAndTakesItsTime() throws {
    let example = Example("live", "a timer that stalls", length: 0.06) { stage in
      let timer = stage.scheduler.schedule(after: stage.scheduler.now, interval: 0.01) {
        stage.log("turn")
        if stage.scheduler.now == VirtualTime.origin.advanced(by: 0.02) {
          stage.scheduler.stall(for: 0.025)
          stage.log("stalled")
        }
      }
      try stage.wait(0.055)
      timer.cancel()
    }
    let instant = try example.run(pace: .instant).entries
    let start = DispatchTime.now().uptimeNanoseconds
    let live = try example.run(pace: .live).entries
    XCTAssertGreaterThanOrEqual(DispatchTime.now().uptimeNanoseconds - start, 60_000_000)
    XCTAssertEqual(live, instant)
    XCTAssertEqual(
      live.map(\.description),
      [
        "+0.000s: turn", "+0.010s: turn", "+0.020s: turn", "+0.045s: stalled", "+0.045s: turn",
        "+0.050s: turn",
      ])
  }

  func testALiveEventWaitsForItsTime() throws {
    let start = DispatchTime.now().uptimeNanoseconds
    let scheduler = VirtualTimeScheduler(pace: .live)
    var elapsed: [UInt64] = []
    for milliseconds in [10, 20] {
      scheduler.schedule(after: at(.milliseconds(milliseconds))) {
        elapsed.append(DispatchTime.now().uptimeNanoseconds - start)
      }
    }
    try scheduler.run()
    XCTAssertEqual(elapsed.count, 2)
    XCTAssertGreaterThanOrEqual(elapsed[0], 10_000_000)
    XCTAssertGreaterThanOrEqual(elapsed[1], 20_000_000)
  }

  func testALiveStallBlocks() {
    let start = DispatchTime.now().uptimeNanoseconds
    let scheduler = VirtualTimeScheduler(pace: .live)
    scheduler.stall(for: 0.02)
    XCTAssertGreaterThanOrEqual(DispatchTime.now().uptimeNanoseconds - start, 20_000_000)
  }

  func testAnEventFromAnotherThreadWakesALiveWait() throws {
    let scheduler = VirtualTimeScheduler(pace: .live)
    let farAway = scheduler.schedule(after: at(20), interval: 20) {}
    let cancel = Locked { farAway.cancel() }
    let wakings = Locked<[DispatchTimeoutResult]>([])
    Thread.detachNewThread {
      for _ in 0..<5 {
        let seen = scheduler.now
        while scheduler.now == seen {}  // the clock moves when the other thread waits
        let woken = DispatchSemaphore(value: 0)
        scheduler.schedule { woken.signal() }
        // The limit is there so that this test fails and does not hang.
        let waking = woken.wait(timeout: .now() + 10)
        wakings.change { $0.append(waking) }
      }
      scheduler.schedule { cancel.value() }
    }
    try scheduler.run()
    XCTAssertEqual(wakings.value, Array(repeating: .success, count: 5))
  }
}

/// Advances where nothing may be thrown.
private func advance(_ scheduler: VirtualTimeScheduler, by interval: VirtualTime.Stride) {
  XCTAssertNoThrow(try scheduler.advance(by: interval))
}
