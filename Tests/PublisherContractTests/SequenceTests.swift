import OpenCombineShim
import XCTest

@testable import PublisherContract

/// How sequences are made and printed.
final class SequenceTests: XCTestCase {
  private func sequences(
    _ seed: UInt64, isDriven: Bool = true, canFinish: Bool = true, count: Int = 200
  ) -> [[Move]] {
    let sequences = Sequences(seed: seed, isDriven: isDriven, canFinish: canFinish)
    return (0..<count).map { sequences[$0] }
  }

  /// The moves, and those inside others.
  private func all(_ moves: [Move]) -> [Move] {
    moves.flatMap { move -> [Move] in
      if case .when(_, _, let nested, _) = move { [move] + all(nested) } else { [move] }
    }
  }

  func testTheSameSeedMakesTheSameSequences() {
    XCTAssertEqual(sequences(1), sequences(1))
    XCTAssertEqual(Set(sequences(1) + sequences(2)).count, 400)
    XCTAssertEqual(Sequences(seed: 1, isDriven: true, canFinish: true)[7], sequences(1)[7])
  }

  func testThereAreAllKindsOfMoves() {
    let moves = all(sequences(1).flatMap { $0 })
    let kinds = Set(moves.map { $0.description.prefix { $0 != "(" } })
    XCTAssertEqual(
      kinds,
      [".subscribe", ".request", ".produce", ".finish", ".fail", ".cancel", ".when"])
    for demand in [Subscribers.Demand.none, .max(1), .max(2), .unlimited] {
      XCTAssert(moves.contains(.subscribe("a", first: demand)))
      XCTAssertEqual(moves.contains(.request("a", demand)), demand > .none)
    }
    XCTAssert(moves.contains(.subscribe("c", first: .unlimited)))
  }

  func testWhatCanNotFailOrFinishIsNotMadeTo() {
    let moves = all(sequences(1, isDriven: false, canFinish: false).flatMap { $0 })
    XCTAssertFalse(moves.contains(.fail))
    XCTAssertFalse(moves.contains(.finish))
    XCTAssertTrue(moves.contains(.produce))
  }

  func testAMovePrintsAsSwift() {
    XCTAssertEqual(
      [
        Move.subscribe("a", first: .none), .request("b", .max(2)), .produce, .finish, .fail,
        .cancel("c"), .when("a", receives: 2), .when("a", receives: 2, returning: .max(1)),
        .when("a", receives: 1, do: [.cancel("a"), .request("b", .unlimited)]),
      ].map(\.description),
      [
        #".subscribe("a", first: .none)"#, #".request("b", .max(2))"#, ".produce", ".finish",
        ".fail", #".cancel("c")"#, #".when("a", receives: 2)"#,
        #".when("a", receives: 2, returning: .max(1))"#,
        #".when("a", receives: 1, do: [.cancel("a"), .request("b", .unlimited)])"#,
      ])
  }

  func testMovesThatCanNotBeMadeDoNothing() {
    let thing = ThingUnderTest.publisher("Numbers") { Numbers(to: 20, on: $0) }
    let scene = Scene(thing)
    let record = Play(on: scene).record(of: [
      .request("a", .max(1)), .cancel("a"), .fail, .finish,
      .when("a", receives: 1, do: [.produce, .cancel("b")]),
      .subscribe("a", first: .max(1)), .subscribe("a", first: .max(1)), .produce,
    ])
    XCTAssertEqual(
      record.lines.map(\.description),
      [
        "0.000s a: subscribes", "0.000s a: subscription (Outlet)", "0.000s a: request +1 (owed 1)",
        "1.000s a: value 1 (owed 0)",
      ])
    XCTAssertEqual(record.produced, 1)
    XCTAssert(record.cancels.isEmpty)
  }

  func testWhatIsRecordedOfACancel() {
    let thing = ThingUnderTest.subject("Relay") { Relay() }
    let record = Play(on: Scene(thing)).record(of: [
      .when("a", receives: 1, do: [.cancel("a"), .cancel("b")]),
      .subscribe("a", first: .unlimited), .subscribe("b", first: .unlimited), .produce,
      .cancel("a"), .finish, .finish,
    ])
    XCTAssertEqual(record.cancels["a"]?.isInsideValue, true)
    XCTAssertEqual(record.cancels["b"]?.isInsideValue, false)
    let start = record.cancels["a"]?.start ?? 0
    XCTAssertEqual(record.lines[start].description, "0.000s a: cancel")
    XCTAssertEqual(record.cancels["a"]?.end, start + 1)
    let finish = record.finish ?? 0
    XCTAssertEqual(
      record.lines[finish].description, "0.000s subject: send(completion: .finished)")
    XCTAssertEqual(record.lines.count, finish + 2)
  }
}
