import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter4

/// The timer on real `DispatchSourceTimer`s. A busy machine is late, and never early.
final class LiveTimerTests: XCTestCase {
  private let queue = DispatchQueue(label: "live")
  private let done = DispatchSemaphore(value: 0)

  private func waitUntilDone(line: UInt = #line) {
    XCTAssertEqual(done.wait(timeout: .now() + 20), .success, "it takes too long", line: line)
  }

  /// Subscribes, waits for the finish, and returns the values.
  private func values(of timer: Publishers.DispatchTimer) -> [DispatchTime] {
    let values = Locked([DispatchTime]())
    let done = done
    let subscriber = timer.sink(
      receiveCompletion: { _ in done.signal() },
      receiveValue: { value in values.change { $0.append(value) } })
    waitUntilDone()
    withExtendedLifetime(subscriber) {}
    return values.value
  }

  // MARK: Values and times

  func testCountsAndLowerBounds() {
    for queue in [nil, queue, DispatchQueue(label: "concurrent", attributes: .concurrent)] {
      let start = DispatchTime.now()
      let times = values(
        of: Publishers.timer(queue: queue, interval: .milliseconds(5), times: .max(8)))
      XCTAssertEqual(times.count, 8)
      for (index, time) in times.enumerated() {
        // The kernel's clock for timers is the clock that is read, rounded to a tick of it.
        XCTAssertGreaterThanOrEqual(time, start + .microseconds(5_000 * (index + 1) - 10))
        XCTAssertLessThanOrEqual(time, .now())
      }
      XCTAssertEqual(times, times.sorted())
    }
  }

  func testLeewayNeverMakesATickEarly() {
    let start = DispatchTime.now()
    let times = values(
      of: Publishers.timer(
        queue: queue, interval: .milliseconds(10), leeway: .milliseconds(10), times: .max(4)))
    XCTAssertEqual(times.count, 4)
    XCTAssertGreaterThanOrEqual(times[0], start + .microseconds(9_990))
    XCTAssertGreaterThanOrEqual(times[3], start + .microseconds(39_990))
  }

  func testValuesArriveOnTheQueue() {
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let places = Locked([Bool?]())
    let done = done
    let subscriber = Publishers.timer(queue: queue, interval: .milliseconds(1), times: .max(3))
      .sink(
        receiveCompletion: { _ in
          places.change { $0.append(DispatchQueue.getSpecific(key: key)) }
          done.signal()
        },
        receiveValue: { _ in places.change { $0.append(DispatchQueue.getSpecific(key: key)) } })
    waitUntilDone()
    XCTAssertEqual(places.value, [true, true, true, true])
    withExtendedLifetime(subscriber) {}
  }

  func testOneByOne() {
    let done = done
    let subscriber = AskingSubscriber<DispatchTime, Never>(first: .max(1)) { count in
      if count == 5 { done.signal() }
      return count < 5 ? .max(1) : .none
    }
    Publishers.timer(queue: queue, interval: .milliseconds(1)).subscribe(subscriber)
    waitUntilDone()
    XCTAssertEqual(subscriber.values.count, 5)
    subscriber.subscription?.cancel()
  }

  // MARK: A stall

  /// The queue is held up from the first tick until the middle between the sixth and the seventh.
  ///
  /// A new grid would begin where that ends, in the middle of the old one; on a busy machine, which
  /// may be late with each tick, one of some tries has to show the old one.
  func testAStalledQueueGetsOneTickForThoseItMissedAndTheGridStays() {
    var latest: [Double] = []
    for _ in 0..<10 {
      latest = intervalsUntilTicksOfAStalledQueue()
      XCTAssertEqual(latest.count, 10)
      // Where the missed ticks were not one, values would be too early.
      XCTAssertGreaterThan(latest[1], 6.49, "\(latest)")
      for (index, time) in latest.enumerated().dropFirst(2) {
        XCTAssertGreaterThan(time, Double(index) + 4.99, "\(latest)")
      }
      let phases = latest.dropFirst(2).map { $0 - $0.rounded(.down) }
      if phases.contains(where: { $0 < 0.25 }) { return }
    }
    XCTFail("\(latest)")
  }

  private func intervalsUntilTicksOfAStalledQueue() -> [Double] {
    let interval = 20_000_000.0
    let held = DispatchSemaphore(value: 0)
    let alarm = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "alarm"))
    alarm.setEventHandler { held.signal() }

    let values = Locked([Double]())
    let (start, done) = (DispatchTime.now(), done)
    alarm.schedule(deadline: start + .nanoseconds(Int(6.5 * interval)))
    let subscriber = Publishers.timer(
      queue: queue, interval: .nanoseconds(Int(interval)), times: .max(10)
    ).sink(
      receiveCompletion: { _ in done.signal() },
      receiveValue: { time in
        var isFirst = false
        values.change {
          isFirst = $0.isEmpty
          $0.append(Double(time.uptimeNanoseconds - start.uptimeNanoseconds) / interval)
        }
        if isFirst { held.wait() }
      })
    alarm.activate()
    waitUntilDone()
    alarm.cancel()
    withExtendedLifetime(subscriber) {}
    return values.value
  }

  // MARK: The end

  func testASourceIsReleasedAfterEveryEnd() {
    for end in ["finish", "cancel", "cancel inside", "letting go"] {
      let watched = WatchedSource()
      let queue = queue
      let done = done
      var subscriber: AskingSubscriber<DispatchTime, Never>?
      let inside = Locked<Subscription?>(nil)
      subscriber = AskingSubscriber(first: .unlimited) { count in
        if count == 3 { done.signal() }
        if count >= 3 { inside.value?.cancel() }
        return .none
      }
      Publishers.timer(
        queue: queue, interval: .milliseconds(1), times: end == "finish" ? .max(3) : .unlimited,
        source: watched.source
      ).subscribe(subscriber!)
      if end == "cancel inside" { inside.change { $0 = subscriber?.subscription } }
      waitUntilDone()
      XCTAssertNotNil(subscriber)
      if end == "cancel" { subscriber?.subscription?.cancel() }
      if end == "letting go" { subscriber?.subscription = nil }
      let weakly = WeakReference(subscriber)
      subscriber = nil
      assertSoon("\(end): the source") { watched.isReleased }
      assertSoon("\(end): the subscriber") { weakly.object == nil }
    }
  }

  /// Waits, for as long as a busy machine may need, until a condition holds.
  private func assertSoon(
    _ what: String, line: UInt = #line, _ condition: () -> Bool
  ) {
    let limit = Date(timeIntervalSinceNow: 20)
    while !condition(), Date() < limit { queue.sync {} }
    XCTAssert(condition(), what, line: line)
  }

  // MARK: Threads

  func testTicksRequestsAndCancelFromThreeThreads() {
    for round in 0..<1_000 {
      let queue = DispatchQueue(
        label: "race", attributes: round.isMultiple(of: 2) ? [] : .concurrent)
      let watched = WatchedSource()
      let subscriber = AskingSubscriber<DispatchTime, Never>(first: .max(1))
      Publishers.timer(queue: queue, interval: .microseconds(1), source: watched.source)
        .subscribe(subscriber)
      inParallel(
        { for _ in 0..<20 { subscriber.subscription?.request(.max(1)) } },
        { subscriber.subscription?.cancel() },
        { subscriber.subscription?.cancel() })
      queue.sync(flags: .barrier) {}  // what was in flight has arrived
      let count = subscriber.values.count
      XCTAssertLessThanOrEqual(count, 21)
      assertSoon("round \(round)") { watched.isReleased }
      XCTAssertEqual(subscriber.values.count, count)
      XCTAssertEqual(subscriber.completions, [])
    }
  }
}

/// The live source, and whether it has let go of its handler.
private final class WatchedSource: @unchecked Sendable {
  private final class Token: Sendable {}

  private let token = Locked(WeakReference(nil))

  /// Whether it was started and holds its handler no more.
  var isReleased: Bool { token.value.object == nil }

  var source: TickSource {
    TickSource(
      start: { queue, interval, leeway, onTick in
        let token = Token()
        self.token.change { $0 = WeakReference(token) }
        return TickSource.live.start(queue, interval, leeway) {
          onTick()
          withExtendedLifetime(token) {}
        }
      },
      now: TickSource.live.now)
  }
}
