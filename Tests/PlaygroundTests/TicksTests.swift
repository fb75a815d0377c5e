import OpenCombineShim
import TestSupport
import XCTest

@testable import Playground

final class TicksTests: XCTestCase {
  private let stage = Stage(pace: .instant) { _ in }

  func testEachSubscriberHasATimerOfItsOwn() throws {
    let ticks = stage.ticks(every: 1)
    var log: [String] = []
    let first = ticks.sink { log.append("first \($0)") }
    try stage.wait(0.5)
    let second = ticks.sink { log.append("second \($0)") }
    try stage.wait(2)
    XCTAssertEqual(log, ["first 1.000s", "second 1.500s", "first 2.000s", "second 2.500s"])
    first.cancel()
    XCTAssertEqual(stage.scheduler.pendingEvents, 1)
    second.cancel()
    XCTAssertEqual(stage.scheduler.pendingEvents, 0)
  }

  func testATickThatNobodyAskedForIsDropped() throws {
    let subscriber = AskingSubscriber<VirtualTime, Never>(first: .max(1))
    stage.ticks(every: 1).subscribe(subscriber)
    try stage.wait(2.5)
    subscriber.subscription?.request(.max(1))
    try stage.wait(3)
    XCTAssertEqual(subscriber.values.map(\.description), ["1.000s", "3.000s"])
    subscriber.subscription?.cancel()
  }
}
