import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter1

/// One script, run on our timer publisher in virtual time, on a run loop and on a queue, and on
/// the built-in one on a run loop. The script counts ticks and never looks at a clock.
final class SameScriptTests: XCTestCase {
  // MARK: What all agree on

  private let connectAndCancel: (Script) -> Void = { script in
    script.subscribe("a") { count in
      guard count == 2 else { return }
      script.later {
        script.subscribe("b") { count in
          if count == 2 { script.later { script.cancel("a") } }
          if count == 4 { script.later { script.disconnect(thenEnd: true) } }
        }
      }
    }
    script.later { script.connect() }
  }

  /// In real time a machine that stands still for an interval lets a tick come before a step: one of
  /// some tries has to be right.
  private func assertLog(
    of script: @escaping (Script) -> Void, on host: Host, _ expected: [String], line: UInt = #line
  ) throws {
    var log = try host.run(script)
    for _ in 1..<5 where log != expected && host.isRealTime { log = try host.run(script) }
    XCTAssertEqual(log, expected, host.name, line: line)
  }

  func testConnectTwoSubscribersCancelAndDisconnect() throws {
    for host in Host.ours {
      try assertLog(
        of: connectAndCancel, on: host,
        [
          "a subscribes", "connect", "a 1", "a 2", "b subscribes", "a 3", "b 1", "a 4", "b 2",
          "a cancels", "b 3", "b 4", "disconnect",
        ])
    }
  }

  /// Among subscribers of one tick ours keeps the order in which they subscribed; built in it is
  /// that of a dictionary. Each subscriber by itself sees the same.
  func testTheBuiltInOneTellsEachSubscriberTheSame() throws {
    let log = try Host.builtIn.run(connectAndCancel)
    XCTAssertEqual(
      log.filter { $0.hasPrefix("a") },
      ["a subscribes", "a 1", "a 2", "a 3", "a 4", "a cancels"])
    XCTAssertEqual(
      log.filter { $0.hasPrefix("b") }, ["b subscribes", "b 1", "b 2", "b 3", "b 4"])
  }

  func testNothingComesBeforeConnect() throws {
    for host in Host.ours + [.builtIn] {
      let script: (Script) -> Void = { script in
        script.subscribe("a") { count in
          if count == 1 { script.later { script.disconnect(thenEnd: true) } }
        }
        script.afterThreeIntervals { script.connect() }
      }
      try assertLog(of: script, on: host, ["a subscribes", "connect", "a 1", "disconnect"])
    }
  }

  // MARK: Where ours differs on purpose

  /// Built in, a second connection is a second timer, and each interval brings two ticks.
  func testASecondConnectionSharesTheTimer() throws {
    for host in Host.ours {
      XCTAssertGreaterThanOrEqual(try intervalsForSixTicksOfTwoConnections(on: host), 6, host.name)
    }
    #if !canImport(Combine)
      // A busy machine is late with ticks, so that the fastest of some tries counts.
      var fewest = Double.infinity
      for _ in 0..<20 where fewest >= 5 {
        fewest = min(fewest, try intervalsForSixTicksOfTwoConnections(on: .builtIn))
      }
      XCTAssertLessThan(fewest, 5)
    #endif
  }

  private func intervalsForSixTicksOfTwoConnections(on host: Host) throws -> Double {
    let start = host.clock()
    var end = start
    _ = try host.run { script in
      script.subscribe("a") { count in
        guard count == 6 else { return }
        end = host.clock()
        script.later { script.disconnect(thenEnd: true) }
      }
      script.connect()
      script.connect()
    }
    return ((end - start) / Host.interval * 1_000).rounded() / 1_000
  }

  /// Built in, cancelling a connection drops every subscriber, and connecting again brings them
  /// nothing.
  func testSubscribersOutliveTheirConnection() throws {
    let script: (Script) -> Void = { script in
      script.subscribe("a") { count in
        guard count == 1 else { return }
        script.later {
          script.disconnect()
          script.connect()
          script.afterThreeIntervals { script.disconnect(thenEnd: true) }
        }
      }
      script.connect()
    }
    for host in Host.ours {
      XCTAssertEqual(
        try host.run(script).prefix(6),
        ["a subscribes", "connect", "a 1", "disconnect", "connect", "a 2"], host.name)
    }
    #if !canImport(Combine)
      XCTAssertEqual(
        try Host.builtIn.run(script),
        ["a subscribes", "connect", "a 1", "disconnect", "connect", "disconnect"])
    #endif
  }

  // MARK: Autoconnect

  private let joinAndLeave: (Script) -> Void = { script in
    script.subscribe("a") { count in
      guard count == 2 else { return }
      script.later {
        script.subscribe("b") { count in
          if count == 1 { script.later { script.cancel("a") } }
          if count == 3 {
            script.later {
              script.cancel("b")
              script.afterThreeIntervals { script.subscribe("c") { _ in script.end() } }
            }
          }
        }
      }
    }
  }

  func testAutoconnectFollowsTheSubscribers() throws {
    for host in Host.oursAutoconnected {
      try assertLog(
        of: joinAndLeave, on: host,
        [
          "a subscribes", "a 1", "a 2", "b subscribes", "a 3", "b 1", "a cancels", "b 2", "b 3",
          "b cancels", "c subscribes", "c 1",
        ])
    }
    let builtIn = try Host.builtInAutoconnected.run(joinAndLeave)
    for (name, lines) in [
      ("a", ["a subscribes", "a 1", "a 2", "a 3", "a cancels"]),
      ("b", ["b subscribes", "b 1", "b 2", "b 3", "b cancels"]), ("c", ["c subscribes", "c 1"]),
    ] {
      XCTAssertEqual(builtIn.filter { $0.hasPrefix(name) }, lines)
    }
  }

  /// Built in, autoconnect counts a second cancel of one subscriber for its sibling's.
  func testASecondCancelLeavesTheSiblingConnected() {
    XCTAssert(
      siblingTicksAfterTwoCancels(
        of: TimerPublisher(every: 0.01, scheduler: RunLoop.current).autoconnected().map(\.date),
        waiting: 10))
    #if !canImport(Combine)
      XCTAssertFalse(
        siblingTicksAfterTwoCancels(
          of: Timer.publish(every: 0.01, on: .current, in: .default).autoconnect(), waiting: 0.1))
    #endif
  }

  private func siblingTicksAfterTwoCancels<Ticks: Publisher>(
    of ticks: Ticks, waiting limit: TimeInterval
  ) -> Bool
  where Ticks.Output == Date, Ticks.Failure == Never {
    let first = AskingSubscriber<Date, Never>(first: .unlimited)
    let second = AskingSubscriber<Date, Never>(first: .unlimited)
    ticks.subscribe(first)
    ticks.subscribe(second)
    first.subscription?.cancel()
    first.subscription?.cancel()
    turnRunLoop(for: limit) { !second.values.isEmpty }
    second.subscription?.cancel()
    return !second.values.isEmpty
  }
}

// MARK: - A script and what it runs on

/// What a script can do; all of it on one thread.
private final class Script: @unchecked Sendable {
  private let host: Host
  private let lock = NSLock()  // guards the log and the end, which the test's thread reads
  private var lines: [String] = []
  private var hasEnded = false
  private var subscriptions: [String: AnyCancellable] = [:]
  private var connections: [Cancellable] = []

  init(on host: Host) { self.host = host }

  var log: [String] { lock.withLock { lines } }
  var isOver: Bool { lock.withLock { hasEnded } }

  func subscribe(_ name: String, onTick: @escaping (_ count: Int) -> Void) {
    note("\(name) subscribes")
    var count = 0
    subscriptions[name] = host.sink {
      count += 1
      self.note("\(name) \(count)")
      onTick(count)
    }
  }

  func cancel(_ name: String) {
    note("\(name) cancels")
    subscriptions[name]?.cancel()
  }

  func end() {
    subscriptions = [:]
    lock.withLock { hasEnded = true }
  }

  func connect() {
    note("connect")
    connections.append(host.connect())
  }

  func disconnect(thenEnd: Bool = false) {
    note("disconnect")
    for connection in connections { connection.cancel() }
    connections = []
    if thenEnd { end() }
  }

  /// Runs a step when the present tick is over.
  func later(_ step: @escaping () -> Void) { host.schedule(0, step) }

  func afterThreeIntervals(_ step: @escaping () -> Void) { host.schedule(3.5, step) }

  private func note(_ line: String) { lock.withLock { lines.append(line) } }
}

/// A publisher of ticks, and the scheduler on which it ticks.
private struct Host: @unchecked Sendable {
  static let interval = 0.02

  let name: String
  var isRealTime = true
  let sink: (@escaping () -> Void) -> AnyCancellable
  var connect: () -> Cancellable = { fatalError("it connects by itself") }
  /// Runs an action after a number of intervals.
  let schedule: (_ intervals: Double, @escaping () -> Void) -> Void
  /// Seconds from some moment.
  let clock: () -> Double
  /// Runs until a condition holds.
  let wait: (_ isOver: @escaping () -> Bool) -> Void

  init<Ticks: Publisher, Context: Scheduler>(
    _ name: String, _ ticks: Ticks, on scheduler: Context,
    clock: @escaping () -> Double = { ProcessInfo.processInfo.systemUptime },
    wait: @escaping (_ isOver: @escaping () -> Bool) -> Void = { turnRunLoop(for: 10, until: $0) }
  ) where Ticks.Failure == Never {
    self.name = name
    sink = { onTick in ticks.sink { _ in onTick() } }
    schedule = { intervals, action in
      guard intervals > 0 else { return scheduler.schedule(action) }
      scheduler.schedule(
        after: scheduler.now.advanced(by: .seconds(intervals * Self.interval)), action)
    }
    self.clock = clock
    self.wait = wait
  }

  init<Ticks: ConnectablePublisher, Context: Scheduler>(
    connectable name: String, _ ticks: Ticks, on scheduler: Context
  ) where Ticks.Failure == Never {
    self.init(name, ticks, on: scheduler)
    connect = { ticks.connect() }
  }

  private static func virtual<Ticks: Publisher>(
    _ makeTicks: (TimerPublisher<VirtualTimeScheduler>) -> Ticks
  ) -> Host where Ticks.Failure == Never {
    let scheduler = VirtualTimeScheduler()
    let timer = TimerPublisher(every: .seconds(interval), scheduler: scheduler)
    var host = Host(
      "virtual time", makeTicks(timer), on: scheduler,
      clock: { scheduler.now.date.timeIntervalSinceReferenceDate },
      wait: { _ in try? scheduler.advance(by: 10) })
    host.isRealTime = false
    host.connect = { timer.connect() }
    return host
  }

  private static var runLoopTimer: TimerPublisher<RunLoop> {
    TimerPublisher(every: .seconds(interval), scheduler: .current)
  }

  private static var queueTimer: (TimerPublisher<DispatchQueue>, DispatchQueue) {
    let queue = DispatchQueue(label: "ticks")
    return (TimerPublisher(every: .seconds(interval), scheduler: queue), queue)
  }

  static var ours: [Host] {
    let (queueTimer, queue) = queueTimer
    return [
      virtual { $0 },
      Host(connectable: "run loop", runLoopTimer, on: RunLoop.current),
      Host(connectable: "queue", queueTimer, on: queue),
    ]
  }

  static var oursAutoconnected: [Host] {
    let (queueTimer, queue) = queueTimer
    return [
      virtual { $0.autoconnected() },
      Host("run loop", runLoopTimer.autoconnected(), on: RunLoop.current),
      Host("queue", queueTimer.autoconnected(), on: queue),
    ]
  }

  private static var builtInTimer: Timer.TimerPublisher {
    Timer.publish(every: interval, on: .current, in: .default)
  }

  static var builtIn: Host {
    Host(connectable: "built in", builtInTimer, on: RunLoop.current)
  }

  static var builtInAutoconnected: Host {
    Host("built in", builtInTimer.autoconnect(), on: RunLoop.current)
  }

  func run(_ steps: @escaping (Script) -> Void) throws -> [String] {
    let script = Script(on: self)
    schedule(0) { steps(script) }
    wait { script.isOver }
    XCTAssert(script.isOver, "\(name): the script did not end: \(script.log)")
    return script.log
  }
}

private func turnRunLoop(for limit: TimeInterval, until isOver: () -> Bool) {
  let end = Date(timeIntervalSinceNow: limit)
  while !isOver(), Date() < end {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
  }
}
