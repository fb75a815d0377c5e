import Foundation
import XCTest

@testable import PublisherContract

/// The search for a shortest sequence that traps or hangs, over several processes.
final class EndingSearchTests: XCTestCase {
  private let cases = GeneratedCases(thing: .subject("Relay") { Relay() }, effort: Effort())
  private let trap = ChildEnding(status: 4, wasSignalled: true, error: "Fatal error: no")
  private let good = ChildEnding(status: 0, wasSignalled: false, error: "")

  private func ending(traps: Bool) -> GeneratedCases.Outcome.Ending {
    .init(sequence: 0, traps: traps, seen: "first", history: [])
  }

  private func line(_ text: String) -> Journal.Entry {
    .line(
      .init(
        History.Line(
          time: .init(nanoseconds: 0), probe: "a", kind: .request, text: text, owed: 0, event: nil))
    )
  }

  /// Answers as a process does that traps where a sequence shows it: the rest is for the next one.
  func testItGoesOnBehindEachTrap() {
    let shows: ([Move]) -> Bool = { $0.description.contains(".subscribe") && $0.count > 1 }
    var answers: [Bool] = []
    let shortest = shrunk(cases.sequences[0]) { moves in
      answers.append(shows(moves))
      return shows(moves)
    }
    XCTAssertEqual(shortest.count, 2)

    var search = EndingSearch(ending(traps: true), in: cases)
    for part in answers.split(separator: true, omittingEmptySubsequences: false).dropLast() {
      let noes = part.flatMap { [Journal.Entry.trying, .answer($0)] }
      search.add(ChildReading(noes + [.trying, .scene, line("\(search.answers.count)")]), trap)
      XCTAssertFalse(search.isOver)
    }
    let last = search.answers.count
    XCTAssertEqual(search.answers, Array(answers[..<last]))
    search.add(ChildReading([.trying, .answer(false), .over]), good)
    XCTAssertTrue(search.isOver)
    XCTAssertEqual(search.shortest.moves, shortest)
    XCTAssertEqual(search.shortest.seen, "it traps (Fatal error: no)")
    XCTAssertEqual(search.shortest.history.count, 1)
  }

  func testATrapIsNoHang() {
    var search = EndingSearch(ending(traps: false), in: cases)
    search.add(ChildReading([.trying]), trap)
    XCTAssertEqual(search.answers, [false])
    let hang = Journal.Entry.hang(0, seen: "it waits", [])
    search.add(ChildReading([.trying, hang, .answer(true), .trying, .answer(false), .over]), good)
    XCTAssertEqual(search.answers, [false, true, false])
    XCTAssertEqual(search.shortest.seen, "it waits")
    XCTAssertTrue(search.isOver)
  }

  func testAProcessThatIsKilledAnswersNothing() {
    var search = EndingSearch(ending(traps: true), in: cases)
    search.add(
      ChildReading([.trying]), ChildEnding(status: SIGKILL, wasSignalled: true, error: ""))
    XCTAssertEqual(search.answers, [])
    XCTAssertTrue(search.isOver)
    XCTAssertEqual(search.shortest.moves, cases.sequences[0])
    XCTAssertEqual(search.shortest.seen, "first")
  }

  func testAProcessThatTriesNothingIsTheLast() {
    var search = EndingSearch(ending(traps: true), in: cases)
    search.add(ChildReading([]), trap)
    XCTAssertTrue(search.isOver)
  }

  func testEnoughIsEnough() {
    let thing = ThingUnderTest.subject("traps") { () -> Relay in fatalError("tried") }
    let traps = GeneratedCases(thing: thing, effort: Effort())
    let noes = Array(repeating: false, count: 300)
    var search = EndingSearch(ending(traps: true), in: traps, behind: noes)
    search.run()
    XCTAssertEqual(search.answers, noes)
    XCTAssertTrue(search.isOver)
  }

  func testAHangIsShrunkInThisProcess() {
    let thing = ThingUnderTest.subject("hangs") { () -> Relay in
      DispatchSemaphore(value: 0).wait()
      return Relay()
    }
    let effort = Effort { $0.limit = 0.2 }
    var search = EndingSearch(
      ending(traps: false), in: GeneratedCases(thing: thing, effort: effort))
    search.run()
    XCTAssertEqual(search.shortest.moves, [])
    XCTAssertEqual(
      search.shortest.seen, "the last call of this history did not return within 0.1 s")
  }
}
