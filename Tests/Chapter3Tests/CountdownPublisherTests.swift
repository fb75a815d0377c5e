import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter3

final class CountdownPublisherTests: XCTestCase {
  private let scheduler = VirtualTimeScheduler()
  private lazy var transcript = Transcript(scheduler: scheduler)

  private func values(
    _ duration: TimeInterval, every interval: TimeInterval
  ) throws -> [String] {
    var log: [String] = []
    let subscription = Timer.countdown(duration, every: interval, on: scheduler).sink(
      receiveCompletion: { log.append("\(self.scheduler.now) \($0)") },
      receiveValue: { log.append("\(self.scheduler.now) \($0)") })
    try scheduler.advance(by: 100)
    subscription.cancel()
    XCTAssertEqual(scheduler.pendingEvents, 0)
    return log
  }

  // MARK: Values and times

  func testNoDuration() throws {
    XCTAssertEqual(try values(0, every: 1), ["0.000s 0.0", "0.000s finished"])
  }

  func testOneInterval() throws {
    XCTAssertEqual(try values(1, every: 1), ["0.000s 1.0", "1.000s 0.0", "1.000s finished"])
  }

  func testTwoIntervals() throws {
    XCTAssertEqual(
      try values(0.5, every: 0.25),
      ["0.000s 0.5", "0.250s 0.25", "0.500s 0.0", "0.500s finished"])
  }

  func testADurationThatTheIntervalsDoNotFill() throws {
    XCTAssertEqual(
      try values(2.5, every: 1),
      ["0.000s 2.5", "1.000s 1.5", "2.000s 0.5", "2.500s 0.0", "2.500s finished"])
  }

  func testAnIntervalLongerThanTheDuration() throws {
    XCTAssertEqual(try values(2, every: 60), ["0.000s 2.0", "2.000s 0.0", "2.000s finished"])
  }

  func testAThousandStepsAreExact() throws {
    let expected = (0...1_000).map { step in
      "\(VirtualTime.origin.advanced(by: .milliseconds(step * 10))) \(Double(1_000 - step) / 100)"
    }
    XCTAssertEqual(try values(10, every: 0.01), expected + ["10.000s finished"])
  }

  // MARK: Demand

  func testTheClockStartsWithTheFirstDemand() throws {
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .none)
    Timer.countdown(3, every: 1, on: scheduler).subscribe(subscriber)
    subscriber.subscription?.request(.none)
    try scheduler.advance(by: 10)
    XCTAssertEqual(subscriber.values, [])
    XCTAssertEqual(scheduler.pendingEvents, 0)
    subscriber.subscription?.request(.max(1))
    XCTAssertEqual(subscriber.values, [3])
    subscriber.subscription?.request(.unlimited)
    try scheduler.advance(by: 2)
    XCTAssertEqual(subscriber.values, [3, 2, 1])
    try scheduler.advance(by: 1)
    XCTAssertEqual(subscriber.values, [3, 2, 1, 0])
    XCTAssertEqual(subscriber.completions, [.finished])
  }

  func testARequestBetweenTicksIsAnsweredAtTheNext() throws {
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .max(1))
    Timer.countdown(5, every: 1, on: scheduler).subscribe(subscriber)
    try scheduler.advance(by: 2.5)
    subscriber.subscription?.request(.max(1))
    XCTAssertEqual(subscriber.values, [5])
    try scheduler.advance(by: 0.5)
    XCTAssertEqual(subscriber.values, [5, 2])
    subscriber.subscription?.cancel()
  }

  func testZeroIsHeldUntilItIsAskedFor() throws {
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .max(1))
    Timer.countdown(2, every: 1, on: scheduler).subscribe(subscriber)
    try scheduler.advance(by: 10)
    XCTAssertEqual(subscriber.values, [2])
    XCTAssertEqual(subscriber.completions, [])
    XCTAssertEqual(scheduler.pendingEvents, 0)
    subscriber.subscription?.request(.max(1))
    XCTAssertEqual(subscriber.values, [2, 0])
    XCTAssertEqual(subscriber.completions, [.finished])
    subscriber.subscription?.request(.max(1))
    subscriber.subscription?.cancel()
    XCTAssertEqual(subscriber.completions, [.finished])
  }

  func testZeroThatFallsDueInsideReceiveGoesToTheDemandItReturns() throws {
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .max(1)) { count in
      if count == 1 { try? self.scheduler.advance(by: 5) }
      return .max(1)
    }
    Timer.countdown(3, every: 1, on: scheduler).subscribe(subscriber)
    XCTAssertEqual(subscriber.values, [3, 0])
    XCTAssertEqual(subscriber.completions, [.finished])
  }

  func testASlowSubscriberGetsTheNewestValueAndZeroInTime() throws {
    var log: [String] = []
    let subscription = Timer.countdown(5, every: 1, on: scheduler).sink { left in
      log.append("\(self.scheduler.now) \(left)")
      if left == 5 { try? self.scheduler.advance(by: 3.5) }
    }
    try scheduler.advance(by: 5)
    XCTAssertEqual(log, ["0.000s 5.0", "3.500s 2.0", "4.000s 1.0", "5.000s 0.0"])
    subscription.cancel()
  }

  func testASlowStartIsStillFollowedByZero() throws {
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .max(2)) { count in
      if count == 1 { try? self.scheduler.advance(by: 10) }
      return .none
    }
    Timer.countdown(5, every: 1, on: scheduler).subscribe(subscriber)
    XCTAssertEqual(subscriber.values, [5, 0])
    XCTAssertEqual(subscriber.completions, [.finished])
  }

  func testNothingArrivesBeforeTheSubscriptionHasBeenReceived() {
    var log: [String] = []
    final class Greedy: Subscriber {
      let note: (String) -> Void
      init(_ note: @escaping (String) -> Void) { self.note = note }
      func receive(subscription: Subscription) {
        note("begins")
        subscription.request(.unlimited)
        note("ends")
      }
      func receive(_ left: TimeInterval) -> Subscribers.Demand {
        note("\(left)")
        return .none
      }
      func receive(completion: Subscribers.Completion<Never>) { note("\(completion)") }
    }
    Timer.countdown(0, every: 1, on: scheduler).subscribe(Greedy { log.append($0) })
    XCTAssertEqual(log, ["begins", "ends", "0.0", "finished"])
  }

  // MARK: Cancel

  func testCancelIsSilentAndSchedulesNothing() throws {
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .unlimited)
    Timer.countdown(5, every: 1, on: scheduler).subscribe(subscriber)
    try scheduler.advance(by: 2)
    subscriber.subscription?.cancel()
    subscriber.subscription?.cancel()
    subscriber.subscription?.request(.unlimited)
    XCTAssertEqual(scheduler.pendingEvents, 0)
    try scheduler.advance(by: 10)
    XCTAssertEqual(subscriber.values, [5, 4, 3])
    XCTAssertEqual(subscriber.completions, [])
  }

  func testCancelInsideReceiveOfZeroMeansNoFinish() throws {
    let cancel = Locked<() -> Void>({})
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .unlimited) { count in
      if count == 2 { cancel.value() }
      return .none
    }
    Timer.countdown(1, every: 1, on: scheduler).subscribe(subscriber)
    cancel.change { $0 = { subscriber.subscription?.cancel() } }
    try scheduler.advance(by: 2)
    XCTAssertEqual(subscriber.values, [1, 0])
    XCTAssertEqual(subscriber.completions, [])
  }

  func testASubscriptionThatIsLetGoOfStops() throws {
    let forgetful = ForgetfulScheduler(scheduler)
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .unlimited)
    Timer.countdown(5, every: 1, on: forgetful).subscribe(subscriber)
    XCTAssertEqual(scheduler.pendingEvents, 1)
    subscriber.subscription = nil
    XCTAssertEqual(scheduler.pendingEvents, 0)
    XCTAssertEqual(subscriber.values, [5])
  }

  func testTheTimerIsCancelledAtZeroAndWhenCancelledWhileItStarts() throws {
    let forgetful = ForgetfulScheduler(scheduler)
    let whole = AskingSubscriber<TimeInterval, Never>(first: .max(1))
    Timer.countdown(2, every: 1, on: forgetful).subscribe(whole)
    try scheduler.advance(by: 2)
    XCTAssertEqual(scheduler.pendingEvents, 0)

    let cancelled = AskingSubscriber<TimeInterval, Never>(first: .none)
    forgetful.onSchedule = { cancelled.subscription?.cancel() }
    Timer.countdown(2, every: 1, on: forgetful).subscribe(cancelled)
    cancelled.subscription?.request(.unlimited)
    XCTAssertEqual(scheduler.pendingEvents, 0)
    XCTAssertEqual(cancelled.values, [])
  }

  func testADeinitOfTheSubscriberMayCallBack() {
    final class Last: Subscriber {
      var subscription: Subscription?
      func receive(subscription: Subscription) {
        self.subscription = subscription
        subscription.request(.max(1))
      }
      func receive(_ left: TimeInterval) -> Subscribers.Demand { .none }
      func receive(completion: Subscribers.Completion<Never>) {}
      deinit {
        subscription?.request(.unlimited)
        subscription?.cancel()
      }
    }
    let weakly: WeakReference
    do {
      let last = Last()
      weakly = WeakReference(last)
      Timer.countdown(2, every: 1, on: scheduler).subscribe(last)
      last.subscription?.cancel()
    }
    XCTAssertNil(weakly.object)
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  func testEveryEndReleasesTheSubscriberAndTheSubscription() throws {
    for end in [1.5, 10] {
      weak var weakSubscriber: AskingSubscriber<TimeInterval, Never>?
      var weakly = WeakReference(nil)
      do {
        let subscriber = AskingSubscriber<TimeInterval, Never>(first: .unlimited)
        Timer.countdown(3, every: 1, on: scheduler).subscribe(subscriber)
        weakSubscriber = subscriber
        weakly = WeakReference(subscriber.subscription as AnyObject)
        XCTAssertNotNil(weakly.object)
        try scheduler.advance(by: .seconds(end))
        if end < 3 { subscriber.subscription?.cancel() }
        subscriber.subscription = nil
      }
      XCTAssertNil(weakSubscriber, "\(end)")
      XCTAssertNil(weakly.object, "\(end)")
      XCTAssertEqual(scheduler.pendingEvents, 0)
    }
  }

  // MARK: Other schedulers

  func testARunLoopAndAQueueCountDownToZeroInTime() {
    let queue = DispatchQueue(label: "countdown")
    let start = Date()
    let onRunLoop = AskingSubscriber<TimeInterval, Never>(first: .unlimited)
    let onQueue = AskingSubscriber<TimeInterval, Never>(first: .unlimited)
    Timer.countdown(0.1, every: 0.02, on: RunLoop.current).subscribe(onRunLoop)
    Timer.countdown(0.1, every: 0.02, on: queue).subscribe(onQueue)
    let limit = Date(timeIntervalSinceNow: 10)
    while onRunLoop.completions.isEmpty || onQueue.completions.isEmpty, Date() < limit {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
    }
    XCTAssertGreaterThanOrEqual(Date().timeIntervalSince(start), 0.0999)
    for subscriber in [onRunLoop, onQueue] {
      // A busy machine skips values, but never changes or repeats one.
      let grid = [0.1, 0.08, 0.06, 0.04, 0.02, 0]
      XCTAssertEqual(subscriber.values, grid.filter(subscriber.values.contains))
      XCTAssertEqual(subscriber.values.first, 0.1)
      XCTAssertEqual(subscriber.values.last, 0)
      XCTAssertEqual(subscriber.completions, [.finished])
    }
  }

  func testASchedulerWithoutTimeEndsAtOnce() {
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .unlimited)
    Timer.countdown(3, every: 1, on: ImmediateScheduler.shared).subscribe(subscriber)
    XCTAssertEqual(subscriber.values, [3, 0])
    XCTAssertEqual(subscriber.completions, [.finished])
  }

  func testASchedulerThatCallsEarlyIsAskedAgain() throws {
    let cases: [(TimeInterval, TimeInterval, [String])] = [
      (3.5, 1, ["0.000s 3.5", "1.000s 2.5", "2.000s 1.5", "3.000s 0.5", "3.500s 0.0"]),
      (2.0005, 1, ["0.000s 2.0005", "1.000s 1.0005", "2.000s 0.0005", "2.0005s 0.0"]),
      (0.0045, 0.0015, ["0.000s 0.0045", "0.0015s 0.003", "0.003s 0.0015", "0.0045s 0.0"]),
      (0.5, 60, ["0.000s 0.5", "0.500s 0.0"]),
    ]
    for (duration, interval, expected) in cases {
      let scheduler = VirtualTimeScheduler()
      var log: [String] = []
      let subscription = Timer.countdown(
        duration, every: interval, on: EarlyScheduler(scheduler)
      ).sink { log.append("\(scheduler.now) \($0)") }
      try scheduler.advance(by: 10)
      XCTAssertEqual(log, expected)
      XCTAssertEqual(scheduler.pendingEvents, 0)
      subscription.cancel()
    }
  }

  func testASchedulerWhoseClockStandsStillIsNotAskedForEver() {
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .unlimited)
    Timer.countdown(3, every: 1, on: StillScheduler(scheduler)).subscribe(subscriber)
    XCTAssertEqual(subscriber.values, [3])
    subscriber.subscription?.cancel()
  }

  func testASchedulerThatCallsTwiceIsAskedOnceMoreAtMost() throws {
    let subscriber = AskingSubscriber<TimeInterval, Never>(first: .unlimited)
    Timer.countdown(3, every: 1, on: TwiceScheduler(scheduler)).subscribe(subscriber)
    try scheduler.advance(by: 1.25)
    XCTAssertEqual(scheduler.pendingEvents, 3)
    try scheduler.advance(by: 0.8)
    XCTAssertEqual(scheduler.pendingEvents, 2)
    try scheduler.advance(by: 5)
    XCTAssertEqual(subscriber.values, [3, 2, 1, 0])
    XCTAssertEqual(scheduler.pendingEvents, 0)
  }

  // MARK: Threads

  func testTicksRequestsAndCancelFromThreeThreads() throws {
    for _ in 0..<200 {
      let scheduler = VirtualTimeScheduler()
      let subscriber = AskingSubscriber<TimeInterval, Never>(first: .max(1))
      Timer.countdown(20, every: 1, on: scheduler).subscribe(subscriber)
      inParallel(
        { try? scheduler.advance(by: 15) },
        { for _ in 0..<10 { subscriber.subscription?.request(.max(1)) } },
        { subscriber.subscription?.cancel() })
      XCTAssertEqual(subscriber.completions, [])
      XCTAssertLessThanOrEqual(subscriber.values.count, 11)
      XCTAssertEqual(subscriber.values, subscriber.values.sorted(by: >))
      XCTAssertEqual(scheduler.pendingEvents, 0)
    }
  }

  func testZeroAndARequestForItFromTwoThreadsFinishOnce() {
    for _ in 0..<500 {
      let scheduler = VirtualTimeScheduler()
      let subscriber = AskingSubscriber<TimeInterval, Never>(first: .max(1))
      Timer.countdown(1, every: 1, on: scheduler).subscribe(subscriber)
      inParallel(
        { try? scheduler.advance(by: 1) }, { subscriber.subscription?.request(.max(1)) })
      XCTAssertEqual(subscriber.values, [1, 0])
      XCTAssertEqual(subscriber.completions, [.finished])
    }
  }

  // MARK: Bad input

  func testDurationsOutOfRangeTrap() throws {
    for (value, text) in [
      (-1, "-1.0"), (.infinity, "inf"), (.nan, "nan"), (4_000_000_001, "4000000001.0"),
    ] {
      try assertTraps(
        "CountdownPublisher: the duration must lie between 0 and 4e9 seconds, but is \(text)"
      ) { _ = Timer.countdown(value, every: 1, on: scheduler) }
    }
  }

  func testTheLimitsAreInRange() throws {
    for (duration, interval) in [(4e9, 4e9), (4e9, 3.9e9), (4e9, 1e-9), (0, 1e-9)] {
      let subscriber = AskingSubscriber<TimeInterval, Never>(first: .unlimited)
      Timer.countdown(duration, every: interval, on: scheduler).subscribe(subscriber)
      scheduler.stall(for: 4_000_000_000)
      try scheduler.advance(by: 0)
      XCTAssertEqual(subscriber.values.first, duration)
      XCTAssertEqual(subscriber.values.last, 0)
      XCTAssertEqual(subscriber.completions, [.finished])
    }
  }

  func testIntervalsOutOfRangeTrap() throws {
    for (value, text) in [
      (0, "0.0"), (-1, "-1.0"), (.infinity, "inf"), (.nan, "nan"), (1e-10, "1e-10"),
      (4_000_000_001, "4000000001.0"),
    ] {
      try assertTraps(
        "CountdownPublisher(every:): the interval must lie between 1e-9 and 4e9 seconds, "
          + "but is \(text)"
      ) { _ = Timer.countdown(1, every: value, on: scheduler) }
    }
  }
}

/// Passes everything on to another scheduler; what differs is in the subclasses.
private class SchedulerWrapper: Scheduler {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  let scheduler: VirtualTimeScheduler

  init(_ scheduler: VirtualTimeScheduler) { self.scheduler = scheduler }

  var now: VirtualTime { scheduler.now }
  var minimumTolerance: VirtualTime.Stride { 0 }

  func schedule(options: Never?, _ action: @escaping () -> Void) { scheduler.schedule(action) }

  func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { scheduler.schedule(after: date, action) }

  func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> Cancellable { scheduler.schedule(after: date, interval: interval, action) }
}

/// Runs everything a millisecond before it is due, as a scheduler that rounds might.
private final class EarlyScheduler: SchedulerWrapper {
  override func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    // The second time around it is close enough to be on time.
    let isNear = now.distance(to: date) <= 0.001
    scheduler.schedule(after: isNear ? date : date.advanced(by: -0.001), action)
  }

  override func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> Cancellable {
    scheduler.schedule(after: date.advanced(by: -0.001), interval: interval, action)
  }
}

/// Runs everything at once, and its clock never moves.
private final class StillScheduler: SchedulerWrapper {
  override func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { action() }

  override func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> Cancellable {
    action()
    return AnyCancellable {}
  }
}

/// Runs every turn of a repeating action a second time a quarter of a second later.
private final class TwiceScheduler: SchedulerWrapper {
  override func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> Cancellable {
    let timers = [
      scheduler.schedule(after: date, interval: interval, action),
      scheduler.schedule(after: date.advanced(by: 0.25), interval: interval, action),
    ]
    return AnyCancellable { for timer in timers { timer.cancel() } }
  }
}

/// Hands out what only `cancel()` ends: letting go of it does nothing, as `Cancellable` allows.
private final class ForgetfulScheduler: SchedulerWrapper {
  var onSchedule: () -> Void = {}

  private struct Token: Cancellable {
    let onCancel: () -> Void
    func cancel() { onCancel() }
  }

  private var timers: [Cancellable] = []

  override func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> Cancellable {
    onSchedule()
    let timer = scheduler.schedule(after: date, interval: interval, action)
    timers.append(timer)
    return Token { timer.cancel() }
  }
}
