import Foundation
import OpenCombineShim
import XCTest

@testable import PublisherContract

/// A sequence that shows something gets as short as it can be.
final class ShrinkingTests: XCTestCase {
  func testWhatNeedsNothingShrinksToNothing() {
    XCTAssertEqual(shrunk([.produce, .finish, .cancel("a")]) { _ in true }, [])
  }

  func testWhatCanNotBeLeftOutStays() {
    XCTAssertEqual(
      shrunk([.produce, .finish]) { $0 == [.produce, .finish] }, [.produce, .finish])
  }

  func testMovesThatAreNeededStayInOrder() {
    let moves: [Move] = [.produce, .cancel("a"), .produce, .finish, .cancel("b")]
    XCTAssertEqual(
      shrunk(moves) { $0.contains(.cancel("a")) && $0.contains(.finish) },
      [.cancel("a"), .finish])
  }

  func testMuchIsLeftOutAtOnce() {
    let many = Array(repeating: Move.produce, count: 32)
    var count = 0
    let shortest = shrunk(many + [.finish] + many) { moves in
      if moves.contains(.finish) { count += 1 }
      return moves.contains(.finish)
    }
    XCTAssertEqual(shortest, [.finish])
    XCTAssertLessThan(count, 10)
  }

  func testDemandGetsSmaller() {
    XCTAssertEqual(
      shrunk([.subscribe("a", first: .unlimited), .request("a", .unlimited)]) { $0.count == 2 },
      [.subscribe("a", first: .none), .request("a", .max(1))])
  }

  func testMovesInsideMovesGetFewer() {
    let order = Move.when(
      "a", receives: 3, do: [.produce, .when("b", receives: 2, do: [.fail]), .cancel("a")],
      returning: .max(1))
    XCTAssertEqual(
      shrunk([order]) {
        let text = $0.map(\.description).joined()
        return text.hasPrefix(".when(\"a\"") && text.contains(".when(\"b\"")
      },
      [.when("a", receives: 1, do: [.when("b", receives: 1)])])
  }

  func testOneMoveTakesOverWhatAnotherOneDid() {
    func asked(_ moves: [Move]) -> Int {
      moves.reduce(0) { sum, move in
        switch move {
        case .subscribe(_, let demand), .request(_, let demand): sum + (demand.max ?? 100)
        default: sum
        }
      }
    }
    let moves: [Move] = [
      .subscribe("a", first: .max(1)), .request("a", .max(1)), .request("a", .max(2)),
    ]
    XCTAssertEqual(
      shrunk(moves) { asked($0) >= 4 }, [.subscribe("a", first: .unlimited)])
  }

  func testWhatIsDoneInsideACallbackIsDoneOutsideOfItWhereThatShowsTheSame() {
    let moves: [Move] = [
      .when("a", receives: 1, do: [.cancel("a"), .finish]), .subscribe("a", first: .none),
    ]
    XCTAssertEqual(
      shrunk(moves) { moves in
        let text = moves.map(\.description).joined()
        return text.contains(".cancel") && text.contains(".finish")
          && text.contains(".subscribe")
      },
      [.cancel("a"), .finish, .subscribe("a", first: .none)])
  }

  func testAMutantThatBreaksLateIsShrunkToTheLeast() throws {
    try assertThatTheLeastIsFound(in: .subject("LateAgain") { LateAgain() })
  }

  func testWhereAShorterSequenceHangsTheOthersAreTriedAllTheSame() throws {
    try assertThatTheLeastIsFound(
      in: .subject("LateOrNever") { LateOrNever() }, effort: Effort { $0.limit = 0.2 })
  }

  private func assertThatTheLeastIsFound(
    in thing: ThingUnderTest, effort: Effort = Effort()
  ) throws {
    let cases = GeneratedCases(thing: thing, effort: effort)
    let outcome = cases.outcome()
    XCTAssertEqual(outcome.findings.keys.sorted(), [5], cases.line(of: outcome))
    let least: [Move] = [
      .subscribe("a", first: .none), .cancel("a"), .produce, .subscribe("b", first: .none),
      .produce, .produce,
    ]
    let finding = try XCTUnwrap(outcome.findings[5])
    XCTAssertEqual(finding.reproduction, reproduction(of: least))
  }
}

/// Sends the third value behind the cancel of a sibling twice.
private class LateAgain: Relay, @unchecked Sendable {
  private var left = -1  // guarded by the lock

  override func remove(_ outlet: Outlet) {
    super.remove(outlet)
    lock.withLock { left = 3 }
  }

  override func send(_ value: Int) {
    super.send(value)
    let downstreams = lock.withLock { () -> [Outlet.Downstream] in
      left -= 1
      return left == 0 ? outlets.compactMap(\.downstream) : []
    }
    for downstream in downstreams { _ = downstream.receive(value) }
  }
}

/// Hangs, too, where it is to send before anybody has subscribed.
private final class LateOrNever: LateAgain, @unchecked Sendable {
  private var isKnown = false  // guarded by the lock

  override func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    lock.withLock { isKnown = true }
    super.receive(subscriber: subscriber)
  }

  override func send(_ value: Int) {
    if !lock.withLock({ isKnown }) { DispatchSemaphore(value: 0).wait() }
    super.send(value)
  }
}
