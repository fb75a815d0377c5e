import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import PublisherContract

/// What is unusual and correct breaks nothing.
final class OddThingsTests: XCTestCase {
  private func report(_ thing: @autoclosure @escaping @Sendable () -> ThingUnderTest)
    -> ContractReport
  {
    contractReport(of: thing(), effort: .quick)
  }

  private func assertHolds(
    _ rules: [Int], _ report: ContractReport, line: UInt = #line
  ) {
    XCTAssertEqual(report.findings.map(\.text), [], line: line)
    XCTAssertEqual(Set(rules).subtracting(report.held), [], report.text, line: line)
  }

  func testASubjectWithACurrentValue() {
    assertHolds([5, 16, 18, 21, 31], report(.subject("Current") { Current() }))
  }

  func testWhatSharesOnlySomeValues() {
    assertHolds([30, 32], report(.operator("SharesOdd", .sharing) { SharesOdd(upstream: $0) }))
    assertHolds([32], report(.operator("SharesFirst", .sharing) { SharesFirst(upstream: $0) }))
  }

  func testWhatReplaysOnlySomeValues() {
    assertHolds(
      [32, 39],
      report(.operator("ReplaysOdd", .replaying) { ReplaysOdd(capacity: 2, upstream: $0) }))
  }

  func testWhatReplaysTexts() {
    let names = ThingUnderTest.operator("ReplaysTexts", .replaying) {
      Replaying(capacity: 2, upstream: $0).map { "number \($0)" }
    }
    XCTAssertEqual(result(of: .rule39, on: names, effort: .quick).title, "held")
    let same = ThingUnderTest.operator("ReplaysTheSame", .replaying) {
      Replaying(capacity: 2, upstream: $0).map { _ in 0 }
    }
    XCTAssertEqual(result(of: .rule39, on: same, effort: .quick).title, "not exercised")
  }

  func testWhatKeepsTheLatestValueOnly() {
    assertHolds(
      [5, 17, 18, 21],
      report(
        .operator("Latest", Facts { $0.upstreamDemand = .unlimited }) {
          Buffering(upstream: $0, makeLink: { LatestLink($0) })
        }))
  }

  func testWhatDeliversOnAScheduler() {
    assertHolds(
      [5, 18, 21, 31],
      report(
        .publisher("Later", .reference) { scheduler in
          Numbers(to: 20, on: scheduler) { LaterOutlet($0, scheduler) }
        }))
  }

  func testWhatHasAllAtOnce() {
    assertHolds([5, 18, 22], report(.publisher("Three", Facts { $0.end = 0 }) { _ in Three() }))
    assertHolds([15], report(.publisher("None", Facts { $0.end = 0 }) { _ in Three(to: 0) }))
  }

  func testASubscriberThatNeitherEndsNorCancels() {
    let shy = ThingUnderTest.subscriber("Shy") { log in (Shy(log: log), nil) }
    XCTAssertEqual(result(of: .rule28, on: shy, effort: .quick).title, "not exercised")
  }

  func testNoRaceConnectsTwice() {
    let most = Locked(0)
    let thing = ThingUnderTest.connectableOperator("Counts", .sharing) { _ in
      CountsConnections { count in most.change { $0 = max($0, count) } }
    }
    _ = result(of: .rule31, on: thing, effort: .quick)
    XCTAssertEqual(most.value, 1)
  }
}

private final class Current: Relay, @unchecked Sendable {
  private var value = 0  // guarded by the lock

  override func join(_ outlet: Outlet) {
    lock.withLock {
      outlets.append(outlet)
      if let completion { outlet.accept(completion) } else { outlet.accept(value) }
    }
  }

  override func send(_ value: Int) {
    let receivers = lock.withLock {
      self.value = value
      for outlet in outlets { outlet.accept(value) }
      return outlets
    }
    for outlet in receivers { outlet.drain() }
  }
}

private final class CountsConnections: Relay, ConnectablePublisher, @unchecked Sendable {
  private let tell: (Int) -> Void
  private let count = Locked(0)

  init(_ tell: @escaping (Int) -> Void) {
    self.tell = tell
    super.init()
  }

  func connect() -> Cancellable {
    count.change { $0 += 1 }
    tell(count.value)
    return AnyCancellable {}
  }
}

private final class SharesOdd: Sharing, @unchecked Sendable {
  override func send(_ value: Int) {
    if !value.isMultiple(of: 2) { super.send(value) }
  }
}

private final class SharesFirst: Sharing, @unchecked Sendable {
  override func send(_ value: Int) {
    super.send(value)
    send(completion: .finished)
  }
}

private final class ReplaysOdd: Replaying, @unchecked Sendable {
  override func send(_ value: Int) {
    if !value.isMultiple(of: 2) { super.send(value) }
  }
}

private final class LatestLink: BufferingLink, @unchecked Sendable {
  override func accept(_ value: Int) {
    lock.withLock { waiting = Queue() }
    super.accept(value)
  }
}

private final class LaterOutlet: Outlet, @unchecked Sendable {
  private let scheduler: VirtualTimeScheduler?

  init(_ downstream: Downstream, _ scheduler: VirtualTimeScheduler) {
    self.scheduler = scheduler
    super.init(downstream)
  }

  required init(_ downstream: Downstream) {
    scheduler = nil
    super.init(downstream)
  }

  override func drain() {
    scheduler?.schedule { [weak self] in self?.deliverWhatWaits() }
  }

  private func deliverWhatWaits() { super.drain() }
}

/// Some numbers, which come inside the request.
private struct Three: Publisher {
  typealias Output = Int
  typealias Failure = ProbeError

  var to = 3

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    let outlet = Outlet(AnySubscriber(subscriber))
    for number in 0..<to { outlet.accept(number) }
    outlet.accept(.finished)
    subscriber.receive(subscription: outlet)
    outlet.open()
  }
}

/// Asks for one value, and keeps its closure.
private final class Shy: Subscriber {
  typealias Input = Int
  typealias Failure = ProbeError

  let log: (String) -> Void

  init(log: @escaping (String) -> Void) { self.log = log }

  func receive(subscription: Subscription) { subscription.request(.max(1)) }

  func receive(_ value: Int) -> Subscribers.Demand {
    log("got \(value)")
    return .none
  }

  func receive(completion: Subscribers.Completion<ProbeError>) {}
}
