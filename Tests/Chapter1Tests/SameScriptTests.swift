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

  private let connectAndCancel: @Sendable (Script) -> Void = { script in
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

  func testConnectTwoSubscribersCancelAndDisconnect() throws {
    for host in Host.ours {
      XCTAssertEqual(
        try host.run(connectAndCancel),
        [
          "a subscribes", "connect", "a 1", "a 2", "b subscribes", "a 3", "b 1", "a 4", "b 2",
          "a cancels", "b 3", "b 4", "disconnect",
        ], host.name)
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
      XCTAssertEqual(
        try host.run { script in
          script.subscribe("a") { count in
            if count == 1 { script.later { script.disconnect(thenEnd: true) } }
          }
          script.afterThreeIntervals { script.connect() }
        }, ["a subscribes", "connect", "a 1", "disconnect"], host.name)
    }
  }

  // MARK: Where ours differs on purpose

  /// Built in, a second connection is a second timer, and each interval brings two ticks.
  func testASecondConnectionSharesTheTimer() throws {
    let script: @Sendable (Script) -> Void = { script in
      script.subscribe("a") { _ in }
      script.connect()
      script.connect()
      script.afterThreeIntervals { script.disconnect(thenEnd: true) }
    }
    for host in Host.ours {
      let ticks = try host.run(script).filter { $0.hasPrefix("a ") }.count - 1
      XCTAssertLessThanOrEqual(ticks, 3, host.name)
    }
    #if !canImport(Combine)
      // A busy machine loses ticks, so the most of some tries counts.
      var most = 0
      for _ in 0..<20 where most < 5 {
        most = max(most, try Host.builtIn.run(script).filter { $0.hasPrefix("a ") }.count - 1)
      }
      XCTAssertGreaterThanOrEqual(most, 5)
    #endif
  }

  /// Built in, cancelling a connection drops every subscriber, and connecting again brings them
  /// nothing.
  func testSubscribersOutliveTheirConnection() throws {
    let script: @Sendable (Script) -> Void = { script in
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

  /// Built in, autoconnect counts a second cancel of one subscriber for its sibling's.
  func testASecondCancelLeavesTheSiblingConnected() {
    XCTAssert(
      siblingTicksAfterTwoCancels(
        of: TimerPublisher(every: 0.01, scheduler: RunLoop.current).autoconnected().map(\.date)))
    #if !canImport(Combine)
      XCTAssertFalse(
        siblingTicksAfterTwoCancels(
          of: Timer.publish(every: 0.01, on: .current, in: .default).autoconnect()))
    #endif
  }

  private func siblingTicksAfterTwoCancels<Ticks: Publisher>(of ticks: Ticks) -> Bool
  where Ticks.Output == Date, Ticks.Failure == Never {
    let first = AskingSubscriber<Date>(first: .unlimited)
    let second = AskingSubscriber<Date>(first: .unlimited)
    ticks.subscribe(first)
    ticks.subscribe(second)
    first.subscription?.cancel()
    first.subscription?.cancel()
    turnRunLoop(for: 0.1) { !second.values.isEmpty }
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

  func connect() {
    note("connect")
    connections.append(host.connect())
  }

  func disconnect(thenEnd: Bool = false) {
    note("disconnect")
    for connection in connections { connection.cancel() }
    connections = []
    guard thenEnd else { return }
    subscriptions = [:]
    lock.withLock { hasEnded = true }
  }

  /// Runs a step when the present tick is over.
  func later(_ step: @escaping () -> Void) { host.schedule(0, step) }

  func afterThreeIntervals(_ step: @escaping () -> Void) { host.schedule(3.5, step) }

  private func note(_ line: String) { lock.withLock { lines.append(line) } }
}

/// A connectable publisher of ticks, and the scheduler on which it ticks.
private struct Host: @unchecked Sendable {
  let name: String
  let sink: (@escaping () -> Void) -> AnyCancellable
  let connect: () -> Cancellable
  /// Runs an action after a number of intervals.
  let schedule: (_ intervals: Double, @escaping () -> Void) -> Void
  /// Runs until a condition holds.
  let wait: (_ isOver: @escaping () -> Bool) -> Void

  private static let interval = 0.02

  init<Ticks: ConnectablePublisher, Context: Scheduler>(
    _ name: String, _ ticks: Ticks, on scheduler: Context,
    wait: @escaping (_ isOver: @escaping () -> Bool) -> Void
  ) where Ticks.Failure == Never {
    self.name = name
    sink = { onTick in ticks.sink { _ in onTick() } }
    connect = { ticks.connect() }
    schedule = { intervals, action in
      guard intervals > 0 else { return scheduler.schedule(action) }
      scheduler.schedule(
        after: scheduler.now.advanced(by: .seconds(intervals * Self.interval)), action)
    }
    self.wait = wait
  }

  static var ours: [Host] {
    let virtual = VirtualTimeScheduler()
    let queue = DispatchQueue(label: "ticks")
    return [
      Host(
        "virtual time", TimerPublisher(every: .seconds(interval), scheduler: virtual), on: virtual
      ) { _ in try? virtual.advance(by: 10) },
      Host(
        "run loop", TimerPublisher(every: .seconds(interval), scheduler: RunLoop.current),
        on: RunLoop.current
      ) { turnRunLoop(for: 10, until: $0) },
      Host(
        "queue", TimerPublisher(every: .seconds(interval), scheduler: queue), on: queue
      ) { turnRunLoop(for: 10, until: $0) },
    ]
  }

  static var builtIn: Host {
    Host(
      "built in", Timer.publish(every: interval, on: .current, in: .default), on: RunLoop.current
    ) { turnRunLoop(for: 10, until: $0) }
  }

  func run(_ steps: @escaping @Sendable (Script) -> Void) throws -> [String] {
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
