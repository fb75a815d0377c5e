import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter1

final class TimerPublisherTests: XCTestCase {
  private let scheduler = VirtualTimeScheduler()
  private lazy var transcript = Transcript(scheduler: scheduler)

  private func lines(_ timeline: String? = nil) -> [String] {
    transcript.entries.map(\.description)
      .filter { line in timeline.map { line.contains(" \($0): ") } ?? true }
  }

  func testNothingIsSentBeforeConnect() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    let subscription = timer.recorded(as: "a", in: transcript).sink { _ in }
    try scheduler.advance(by: 10)
    XCTAssertEqual(
      lines(),
      [
        "+0.000s: a: receive subscription: (TimerPublisher)",
        "+0.000s: a: request unlimited",
      ])
    XCTAssertEqual(scheduler.pendingEvents, 0)
    subscription.cancel()
  }

  func testTheFirstTickComesOneIntervalAfterConnect() throws {
    let timer = TimerPublisher(every: 0.5, scheduler: scheduler)
    var ticks: [VirtualTime] = []
    let subscription = timer.sink { ticks.append($0) }
    try scheduler.advance(by: 3)
    let connection = timer.connect()
    try scheduler.advance(by: 1.75)
    connection.cancel()
    try scheduler.advance(by: 10)
    XCTAssertEqual(ticks.map(\.description), ["3.500s", "4.000s", "4.500s"])
    subscription.cancel()
  }

  func testATickWithoutDemandIsDropped() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    let subscriber = AskingSubscriber<VirtualTime, Never>(first: .none)
    timer.subscribe(subscriber)
    let connection = timer.connect()
    try scheduler.advance(by: 2.5)
    subscriber.subscription?.request(.max(2))
    try scheduler.advance(by: 5)
    subscriber.subscription?.request(.max(1))
    try scheduler.advance(by: 5)
    XCTAssertEqual(subscriber.values.map(\.description), ["3.000s", "4.000s", "8.000s"])
    connection.cancel()
  }

  func testReturnedDemandCounts() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    let subscriber = AskingSubscriber<VirtualTime, Never>(first: .max(1)) { count in
      count < 4 ? .max(1) : .none
    }
    timer.subscribe(subscriber)
    let connection = timer.connect()
    try scheduler.advance(by: 10)
    XCTAssertEqual(
      subscriber.values.map(\.description), ["1.000s", "2.000s", "3.000s", "4.000s"])
    connection.cancel()
  }

  func testEachSubscriberHasItsOwnDemand() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    let one = AskingSubscriber<VirtualTime, Never>(first: .max(1))
    let three = AskingSubscriber<VirtualTime, Never>(first: .max(3))
    timer.subscribe(one)
    timer.subscribe(three)
    let connection = timer.connect()
    try scheduler.advance(by: 10)
    XCTAssertEqual(one.values.map(\.description), ["1.000s"])
    XCTAssertEqual(three.values.map(\.description), ["1.000s", "2.000s", "3.000s"])
    connection.cancel()
  }

  func testConnectionsAreCounted() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    var ticks: [VirtualTime] = []
    let subscription = timer.sink { ticks.append($0) }
    let first = timer.connect()
    let second = timer.connect()
    XCTAssertEqual(scheduler.pendingEvents, 1)
    try scheduler.advance(by: 1)
    first.cancel()
    first.cancel()
    try scheduler.advance(by: 1)
    second.cancel()
    XCTAssertEqual(scheduler.pendingEvents, 0)
    try scheduler.advance(by: 5)
    let third = timer.connect()
    try scheduler.advance(by: 1)
    third.cancel()
    XCTAssertEqual(ticks.map(\.description), ["1.000s", "2.000s", "8.000s"])
    subscription.cancel()
  }

  func testLettingGoOfAConnectionDoesNotEndIt() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    var ticks = 0
    let subscription = timer.sink { _ in ticks += 1 }
    _ = timer.connect()
    try scheduler.advance(by: 3)
    XCTAssertEqual(ticks, 3)
    subscription.cancel()
  }

  /// Built in, the tolerance is ignored.
  func testTheToleranceReachesTheScheduler() {
    let scheduler = ToleranceProbe()
    let connections = [
      TimerPublisher(every: 1, tolerance: 0.25, scheduler: scheduler).connect(),
      TimerPublisher(every: 1, scheduler: scheduler).connect(),
    ]
    XCTAssertEqual(scheduler.tolerances, [0.25, 0.125])
    for connection in connections { connection.cancel() }
  }

  func testCancelInsideReceiveStopsAtOnceAndLeavesSiblingsAlone() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    var first: AnyCancellable?
    var log: [String] = []
    first = timer.sink { tick in
      log.append("first \(tick)")
      first?.cancel()
    }
    let second = timer.sink { log.append("second \($0)") }
    let connection = timer.connect()
    try scheduler.advance(by: 2)
    XCTAssertEqual(log, ["first 1.000s", "second 1.000s", "second 2.000s"])
    connection.cancel()
    second.cancel()
  }

  func testDisconnectingInsideReceiveStillGivesSiblingsThatTick() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    var connection: Cancellable?
    var log: [String] = []
    let first = timer.sink { tick in
      log.append("first \(tick)")
      connection?.cancel()
    }
    let second = timer.sink { log.append("second \($0)") }
    connection = timer.connect()
    try scheduler.advance(by: 3)
    XCTAssertEqual(log, ["first 1.000s", "second 1.000s"])
    first.cancel()
    second.cancel()
  }

  func testATickThatComesInsideReceiveWaitsItsTurn() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    var log: [String] = []
    let first = timer.sink { tick in
      log.append("first begins \(tick)")
      if tick == .origin.advanced(by: 1) { try? self.scheduler.advance(by: 1) }
      log.append("first ends \(tick)")
    }
    let second = timer.sink { log.append("second \($0)") }
    let connection = timer.connect()
    try scheduler.advance(by: 1)
    XCTAssertEqual(
      log,
      [
        "first begins 1.000s", "second 1.000s", "second 2.000s", "first ends 1.000s",
        "first begins 2.000s", "first ends 2.000s",
      ])
    connection.cancel()
    first.cancel()
    second.cancel()
  }

  func testAHundredThousandTicksThatWaitAreDeliveredInOrder() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    var ticks: [VirtualTime] = []
    let subscription = timer.sink { tick in
      ticks.append(tick)
      if ticks.count == 1 { try? self.scheduler.advance(by: 100_000) }
    }
    let connection = timer.connect()
    try scheduler.advance(by: 1)
    XCTAssertEqual(ticks.map(\.nanoseconds), (1...100_001).map { $0 * 1_000_000_000 })
    connection.cancel()
    subscription.cancel()
  }

  func testSubscribingInsideReceiveBeginsWithTheNextTick() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    var subscriptions: [AnyCancellable] = []
    var log: [String] = []
    timer.sink { tick in
      log.append("first \(tick)")
      guard subscriptions.count == 1 else { return }
      timer.sink { log.append("second \($0)") }.store(in: &subscriptions)
    }.store(in: &subscriptions)
    let connection = timer.connect()
    try scheduler.advance(by: 2)
    XCTAssertEqual(log, ["first 1.000s", "first 2.000s", "second 2.000s"])
    connection.cancel()
    for subscription in subscriptions { subscription.cancel() }
  }

  func testCancellingReleasesTheSubscriberAndThePublisher() throws {
    weak var weakTimer: TimerPublisher<VirtualTimeScheduler>?
    weak var weakSubscriber: AskingSubscriber<VirtualTime, Never>?
    do {
      let timer = TimerPublisher(every: 1, scheduler: scheduler)
      let subscriber = AskingSubscriber<VirtualTime, Never>(first: .unlimited)
      timer.subscribe(subscriber)
      let connection = timer.connect()
      try scheduler.advance(by: 2)
      (weakTimer, weakSubscriber) = (timer, subscriber)
      subscriber.subscription?.cancel()
      subscriber.subscription?.cancel()
      subscriber.subscription = nil
      connection.cancel()
    }
    XCTAssertNil(weakSubscriber)
    XCTAssertNil(weakTimer)
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testOneSubscriberSubscribedTwiceHasTwoSubscriptions() throws {
    let timer = TimerPublisher(every: 1, scheduler: scheduler)
    let subscriber = AskingSubscriber<VirtualTime, Never>(first: .unlimited)
    timer.subscribe(subscriber)
    timer.subscribe(subscriber)
    let connection = timer.connect()
    try scheduler.advance(by: 1)
    subscriber.subscription?.cancel()
    try scheduler.advance(by: 1)
    XCTAssertEqual(subscriber.values.map(\.description), ["1.000s", "1.000s", "2.000s"])
    connection.cancel()
  }

  func testConnectAndCancelFromTwoThreads() {
    for _ in 0..<500 {
      let scheduler = VirtualTimeScheduler()
      let timer = TimerPublisher(every: 1, scheduler: scheduler)
      inParallel { timer.connect().cancel() }
      XCTAssertEqual(scheduler.pendingEvents, 0)
    }
  }

  func testTicksAndCancelFromTwoThreads() throws {
    for _ in 0..<200 {
      let scheduler = VirtualTimeScheduler()
      let timer = TimerPublisher(every: 1, scheduler: scheduler)
      let subscriber = AskingSubscriber<VirtualTime, Never>(first: .unlimited)
      timer.subscribe(subscriber)
      let connection = timer.connect()
      inParallel({ try? scheduler.advance(by: 20) }, { subscriber.subscription?.cancel() })
      let count = subscriber.values.count
      try scheduler.advance(by: 20)
      XCTAssertEqual(subscriber.values.count, count)
      connection.cancel()
    }
  }

  // MARK: Bad input

  func testIntervalsThatAreNotPositiveTrap() throws {
    try assertTraps(
      "TimerPublisher(every:): the interval must be positive and finite, but is 0.000s"
    ) { _ = TimerPublisher(every: 0, scheduler: scheduler) }
    try assertTraps(
      "TimerPublisher(every:): the interval must be positive and finite, but is -1.000s"
    ) { _ = TimerPublisher(every: -1, scheduler: scheduler) }
  }

  func testIntervalsThatAreNotFiniteTrap() throws {
    try assertTraps("the interval must be positive and finite, but is Stride(magnitude: inf)") {
      _ = TimerPublisher(every: .init(.infinity), scheduler: RunLoop.main)
    }
    try assertTraps("the interval must be positive and finite, but is Stride(magnitude: nan)") {
      _ = TimerPublisher(every: .init(.nan), scheduler: RunLoop.main)
    }
    try assertTraps("VirtualTime.Stride.seconds(_:): must be finite, but is inf") {
      _ = TimerPublisher(every: .seconds(Double.infinity), scheduler: scheduler)
    }
  }

  func testANegativeToleranceTraps() throws {
    try assertTraps(
      "TimerPublisher(tolerance:): must be finite and not negative, but is -0.001s"
    ) { _ = TimerPublisher(every: 1, tolerance: -0.001, scheduler: scheduler) }
  }
}

/// A scheduler that never runs anything and keeps the tolerances it is given.
private final class ToleranceProbe: Scheduler {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  var tolerances: [VirtualTime.Stride] = []
  let now = VirtualTime.origin
  let minimumTolerance: VirtualTime.Stride = 0.125

  func schedule(options: Never?, _ action: @escaping () -> Void) {}

  func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {}

  func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> Cancellable {
    tolerances.append(tolerance)
    return AnyCancellable {}
  }
}
