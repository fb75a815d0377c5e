import OpenCombineShim
import TestSupport
import XCTest

@testable import Playground

/// Events of one timeline at times in seconds.
func marbleEntries(
  _ timeline: String, _ events: KeyValuePairs<VirtualTime.Stride, Transcript.Event>
) -> [Transcript.Entry] {
  events.map { .init(VirtualTime.origin.advanced(by: $0), .event($1, timeline: timeline)) }
}

final class MarbleDiagramTests: XCTestCase {
  func testOneWideCellAmongThousandsIsTooMuchToDraw() {
    let entries = marbleEntries(
      "a", [0: .value(String(repeating: "x", count: 500)), 9_999: .value("1")])
    XCTAssertThrowsError(try MarbleDiagram(entries, tick: 1, window: 0...9_999)) { error in
      XCTAssertEqual(
        "\(error)",
        """
        10000 ticks with up to 500 columns each on 1 timelines are too much to draw: \
        give it a narrower window
        """)
    }
  }

  func testABurstIsCutInThePictureOnly() throws {
    let entries = (1...100).map { number in
      Transcript.Entry(.origin, .event(.value("\(number)"), timeline: "a"))
    }
    let diagram = try MarbleDiagram(entries, tick: 1, window: 0...0)
    let svg = diagram.svg(title: "a burst")
    XCTAssert(svg.contains(">…\u{A0}93\u{A0}more</text>"), svg)
    XCTAssertEqual(try MarbleDiagram(parsing: diagram.text), diagram)
  }

  private let countdown = marbleEntries(
    "a",
    [
      0: .subscription("Countdown"), 0: .request(.max(2), synchronous: false), 1: .value("1"),
      2: .value("0"), 2: .request(.unlimited, synchronous: true), 2: .finished,
    ])

  private func message(
    _ entries: [Transcript.Entry], tick: VirtualTime.Stride = 1,
    window: ClosedRange<VirtualTime.Stride> = 0...3
  ) -> String? {
    do {
      _ = try MarbleDiagram(entries, tick: tick, window: window)
      return nil
    } catch {
      return "\(error)"
    }
  }

  // MARK: What is laid on the grid

  func testEventsStandAtTheirTicks() throws {
    let diagram = try MarbleDiagram(countdown, tick: 0.5, window: 0...2.25)
    XCTAssertEqual(
      diagram,
      MarbleDiagram(
        tick: 0.5, start: 0, length: 5,
        lanes: [
          .init(
            name: "a", isOpen: false,
            marks: [0: [.subscription], 2: [.value("1")], 4: [.value("0"), .finished]],
            requests: nil)
        ]))
  }

  func testRequestsAreLaidOnTheGridWhereTheyAreShown() throws {
    let diagram = try MarbleDiagram(countdown, tick: 1, window: 0...2, showsDemand: true)
    XCTAssertEqual(
      diagram.lanes.map(\.requests), [[0: [.request(.max(2))], 2: [.request(.unlimited)]]])
  }

  func testLanesStandInTheOrderOfTheirFirstAppearance() throws {
    let entries =
      marbleEntries("late", [0: .subscription("")])
      + [.init(.origin, .note("a note is no lane"))]
      + marbleEntries("early", [0.5: .value("1"), 1: .value("2")])
      + marbleEntries("late", [1: .finished])
      + marbleEntries("over", [1: .value("1")])
    XCTAssertEqual(
      try MarbleDiagram(entries, tick: 1, window: 1...1).lanes.map(\.name),
      ["late", "early", "over"])
  }

  func testATimelineSubscribedBeforeTheWindowIsOpen() throws {
    let entries =
      marbleEntries("open", [0: .subscription("")])
      + marbleEntries("over", [0: .subscription(""), 1: .cancel])
      + marbleEntries("again", [0: .subscription(""), 1: .cancel, 1: .subscription("")])
      + marbleEntries("ends at once", [0: .subscription(""), 2: .cancel])
    let diagram = try MarbleDiagram(entries, tick: 1, window: 2...3)
    XCTAssertEqual(diagram.lanes.map(\.name), ["open", "again", "ends at once"])
    XCTAssertEqual(diagram.lanes.map(\.isOpen), [true, true, false])
  }

  // MARK: What can't be drawn

  func testAnEventOffTheTickIsNamed() {
    XCTAssertEqual(
      message(marbleEntries("a", [0: .subscription(""), 1.25: .value("7")]), tick: 0.5),
      """
      "+1.250s: a: receive value: (7)" is off the tick: there is a cell every 0.500s from 0.000s, \
      and none at 1.250s
      """)
  }

  func testWhatIsNotDrawnMayBeOffTheTick() {
    XCTAssertNil(
      message(
        marbleEntries(
          "a",
          [
            0.7: .subscription(""), 1: .value("7"), 1.1: .request(.unlimited, synchronous: false),
            3.1: .cancel,
          ]), window: 1...3))
  }

  func testAWindowWithNothingInItIsAnError() {
    let error = "nothing happens from 1.000s to 2.000s: give it another window"
    XCTAssertEqual(message([], window: 1...2), error)
    XCTAssertEqual(
      message(marbleEntries("a", [0: .subscription(""), 3: .finished]), window: 1...2), error)
  }

  func testAWindowOfTooManyTicksIsAnError() {
    XCTAssertEqual(
      message(countdown, tick: .nanoseconds(1)),
      """
      from 0.000s to 3.000s there are more than 100000 ticks of 0.000000001s: give it a greater tick \
      or a narrower window
      """)
  }

  func testATickMustBePositive() throws {
    try assertTraps("MarbleDiagram(tick:): the tick must be positive, but is 0.000s") {
      _ = try? MarbleDiagram([], tick: 0, window: 0...1)
    }
    try assertTraps("Example(tick:): the tick must be positive, but is -1.000s") {
      _ = Example("a", "b", length: 1, tick: -1) { _ in }
    }
  }

  // MARK: The short form

  private func lane(_ text: String) throws -> MarbleDiagram.Lane {
    try MarbleDiagram(["a": text], tick: 1).lanes[0]
  }

  func testAShortLaneHasATickForEachCharacter() throws {
    XCTAssertEqual(try lane("").marks, [:])
    XCTAssertEqual(try lane("^").marks, [0: [.subscription]])
    XCTAssertEqual(
      try lane(" ^-12|").marks,
      [
        1: [.subscription], 3: [.value("1")], 4: [.value("2")], 5: [.finished],
      ])
    XCTAssertEqual(try lane("^ab!").marks[3], [.cancel])
    XCTAssertEqual(try MarbleDiagram(["a": "^-1", "b": "^-----"], tick: 1).length, 6)
  }

  func testQuotesAndBracketsTakeOneTick() throws {
    XCTAssertEqual(
      try lane(##"^"10"-(0.5 x-1 "a b" |)#"lost"#"##).marks,
      [
        0: [.subscription], 1: [.value("10")],
        3: [.value("0.5"), .value("x-1"), .value("a b"), .finished], 4: [.failure("lost")],
        5: [.failure("")],
      ])
  }

  func testAShortLaneKnowsWhetherItIsOpen() throws {
    XCTAssertEqual(
      try ["--1", "1-2", "1|", "^-", " 1^", "1", ""].map { try lane($0).isOpen },
      [true, true, true, false, false, false, false])
  }

  func testAShortLaneThatCannotBeReadIsAnError() {
    let errors = [
      "^-^ ": "the timeline has not ended: write - and leave no blank",
      "^-|-": "the timeline is not subscribed: leave a blank and write no -",
      "^-1,": #"an event is due here, and not ",""#,
      "^-(": "an event is due here, and not the end",
      "^-(a": "a space or ) is due here, and not the end",
      "^-\"a": "a quote is not closed",
      "^-+1": "a request stands in the demand lane, below its timeline: +1",
    ]
    for (text, message) in errors {
      XCTAssertThrowsError(try lane(text), text) { error in
        XCTAssertEqual(
          "\(error)".replacing(/tick \d/, with: "tick N"), #""a", tick N: "# + message, text)
      }
    }
  }
}
