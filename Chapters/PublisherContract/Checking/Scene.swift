import Foundation
import OpenCombineShim
import Playground

/// One run of a fresh thing under test, with everything that happens in it.
final class Scene {
  let thing: ThingUnderTest
  let scheduler = VirtualTimeScheduler()
  let history: History
  let upstream: ProbeUpstream
  private let realTime: RealTime?
  private var stand: ThingUnderTest.Stand?
  private var connection: Cancellable?
  private let lock = NSLock()  // guards the next two
  private var number = 0
  private var passing = 0
  /// What lives as long as the closure that a subscriber under test was given.
  var token = WeakReference(nil)
  /// What to do when a subscriber under test lets something through.
  var onOutput: (() -> Void)?
  private let onInterval: () -> Void

  /// Sets a scene.
  ///
  /// - Parameters:
  ///   - thing: What makes the thing that is in it.
  ///   - onInterval: Called behind each interval of real time.
  ///   - onLine: Called with each line of its history.
  init(
    _ thing: ThingUnderTest, onInterval: @escaping () -> Void = {},
    onLine: @escaping (History.Line) -> Void = { _ in }
  ) {
    self.thing = thing
    self.onInterval = onInterval
    let realTime = thing.isRealTime ? RealTime() : nil
    self.realTime = realTime
    let now = { [scheduler] in realTime?.now ?? scheduler.now }
    history = History(now: now, isDrawn: !thing.isRealTime) { line in
      onLine(line)
      realTime?.note(line)
    }
    upstream = ProbeUpstream(history: history)
    stand = thing.make(self)
  }

  var isConnectable: Bool { stand?.connect != nil }

  /// Whether the checker can make the end come.
  var canFinish: Bool { stand?.finish != nil }

  /// Whether the checker can cancel a subscriber.
  var canCancel: Bool { stand?.cancel != nil }

  /// Subscribes a subscriber under test.
  func start() {
    let start = stand?.start
    stand?.start = nil
    start?()
  }

  /// Subscribes a probe.
  ///
  /// - Parameters:
  ///   - name: How the history calls it.
  ///   - first: What it asks for when its subscription arrives.
  ///   - times: How often, as one subscriber.
  ///   - change: Writes the rest of its script.
  @discardableResult
  func subscribe(
    _ name: String = "probe", first: Subscribers.Demand, times: Int = 1,
    _ change: (inout Probe.Script) -> Void = { _ in }
  ) -> Probe {
    var script = Probe.Script(first: first)
    change(&script)
    let probe = Probe(name, history: history, script: script)
    history.record(.subscribe, "subscribes", by: name)
    stand?.subscribe?(probe, times)
    letDueHappen()
    return probe
  }

  /// Makes so many more values, as far as there is demand; connects first where that is needed.
  func produce(_ count: Int = 1) {
    connect()
    for _ in 0..<count { stand?.produce() }
  }

  /// Makes values until a condition holds, twenty at most; five where that takes real time.
  func produce(until isEnough: () -> Bool) {
    for _ in 0..<(thing.isRealTime ? 5 : 20) where !isEnough() { produce() }
  }

  /// Makes the end come, where that is possible.
  func finish() {
    connect()
    stand?.finish?()
  }

  /// Makes a failure come, where that is possible.
  func fail() {
    connect()
    stand?.fail?()
  }

  /// Connects a connectable publisher, once.
  func connect() {
    guard connection == nil, let connect = stand?.connect else { return }
    history.record(.action, "connect()", by: "checker")
    connection = connect()
  }

  /// Ends the connection of a connectable publisher, where there is one.
  func disconnect() {
    guard let connection else { return }
    history.record(.action, "disconnects", by: "checker")
    connection.cancel()
  }

  /// Cancels a subscriber under test.
  func cancelSubscriber() {
    history.record(.action, "cancel()", by: "subscriber")
    stand?.cancel?()
  }

  /// Subscribes a probe, unless the thing under test is a subscriber, which has subscribed itself.
  func subscribeAny(first: Subscribers.Demand) -> Probe? {
    stand?.subscribe == nil ? nil : subscribe(first: first)
  }

  /// Moves the clock, or waits for it.
  func letTimePass(intervals: Int) {
    let interval = thing.facts.interval
    if let realTime {
      for _ in 0..<intervals {
        realTime.pass(interval.seconds)
        onInterval()
      }
      return
    }
    let time = VirtualTime.Stride(nanoseconds: interval.nanoseconds * Int64(intervals))
    lock.withLock { passing += 1 }
    defer { lock.withLock { passing -= 1 } }
    do {
      try scheduler.advance(by: time)
    } catch {
      history.record(.action, "the clock \(error)", by: "checker")
    }
  }

  /// Runs what is scheduled for now, as a subscription may be, unless somebody moves the clock or
  /// threads race.
  private func letDueHappen() {
    guard lock.withLock({ passing == 0 }), history.onLineOfRace == nil else { return }
    letTimePass(intervals: 0)
  }

  func nextNumber() -> Int {
    lock.withLock {
      number += 1
      return number
    }
  }

  // MARK: Questions about what happened

  /// The first line from a place on of which a condition holds.
  func firstLine(
    from start: Int = 0, where condition: (History.Line) -> Bool
  ) -> Int? {
    let lines = history.lines
    return lines.indices.dropFirst(start).first { condition(lines[$0]) }
  }

  /// How many lines there are of which a condition holds.
  func count(where condition: (History.Line) -> Bool) -> Int {
    history.lines.filter(condition).count
  }

  /// The first value that came while nothing was owed.
  var lineBeyondDemand: Int? {
    firstLine { $0.kind == .value && ($0.owed ?? 0) < 0 }
  }

  /// All that was asked of the first upstream subscription, by requests and by answers: `+6`.
  var askedUpstream: String {
    var ledger = Ledger()
    for demand in upstream.demands { ledger.grant(demand) }
    return ledger.owed.map { "+\($0)" } ?? "unlimited"
  }

  /// Tells of a breach, with this history.
  func breach(expected: String, seen: String, at line: Int?) -> Verdict {
    .broken(Breach(expected: expected, seen: seen, history: history, line: line))
  }
}

extension History.Line {
  /// Whether it happened at an upstream.
  var isUpstream: Bool { probe.hasPrefix("upstream") }
}
