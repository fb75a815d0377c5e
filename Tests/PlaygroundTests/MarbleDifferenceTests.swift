import TestSupport
import XCTest

@testable import Playground

final class MarbleDifferenceTests: XCTestCase {
  private let recorded =
    marbleEntries("timer", [0: .subscription("Timer"), 0.2: .value("1"), 0.3: .value("10")])
    + marbleEntries("end", [0.1: .subscription(""), 0.2: .failure("lost")])

  func testNothingDiffers() throws {
    assertMarbles(recorded, tick: 0.1, ["timer": #"^-1"10"--"#, "end": ##" ^#"lost""##])
    assertMarbles(recorded, tick: 0.1, ["end": ##" ^#"lost""##, "timer": "^-1(10)"])
    assertMarbles([], tick: 1, [:])
    assertMarbles([], tick: 1, ["timer": "   "])
  }

  func testTheMessageShowsBothLanesAndTheFirstTick() throws {
    XCTAssertEqual(
      try marbleDifference(recorded, tick: 0.1, ["timer": "^-12-|", "end": ##" ^#"lost""##]),
      """
      "timer" differs first at tick 3 (0.300s): expected 2, recorded 10
      tick 0.1s       0   0.1 0.2 0.3 0.4 0.5
      timer expected  ^-------1---2-------|
      timer recorded  ^-------1---10----------
      """)
  }

  func testAnEventTooFewAndAnEventTooManyDiffer() throws {
    XCTAssertEqual(
      try marbleDifference(recorded, tick: 0.1, ["timer": "^-1(10)|", "end": ##" ^#"lost""##]),
      """
      "timer" differs first at tick 4 (0.400s): expected |, recorded nothing
      tick 0.1s       0   0.1 0.2 0.3 0.4
      timer expected  ^-------1---10--|
      timer recorded  ^-------1---10------
      """)
    XCTAssertEqual(
      try marbleDifference(recorded, tick: 0.1, ["timer": "^-1", "end": ##" ^#"lost""##]),
      """
      "timer" differs first at tick 3 (0.300s): expected nothing, recorded 10
      tick 0.1s       0   0.1 0.2 0.3
      timer expected  ^-------1-------
      timer recorded  ^-------1---10--
      """)
  }

  func testTheFirstOfAllLanesIsNamedAndEachThatDiffersIsShown() throws {
    let recorded =
      marbleEntries("a", [0: .subscription(""), 1: .value("1"), 5: .value("2")])
      + marbleEntries("b", [0: .subscription(""), 1: .value("7")])
      + marbleEntries("c", [0: .subscription("")])
    XCTAssertEqual(
      try marbleDifference(recorded, tick: 1, ["a": "^1---3", "b": "^8", "c": "^"]),
      """
      "b" differs first at tick 1 (1.000s): expected 8, recorded 7
      tick 1s     0 1 2 3 4 5
      a expected  ^-1-------3-
      a recorded  ^-1-------2-
      b expected  ^-8---------
      b recorded  ^-7---------
      """)
  }

  func testDemandIsComparedWhereItIsExpected() throws {
    let recorded = marbleEntries(
      "a", [0: .request(.max(2), synchronous: false), 2: .request(.unlimited, synchronous: true)])
    assertMarbles(recorded, tick: 1, ["a": "   ", "  demand": "+2 +∞"])
    XCTAssertEqual(
      try marbleDifference(recorded, tick: 1, ["a": "", "  demand": "+2+1"]),
      """
      "a" differs first at tick 1 (1.000s): expected +1, recorded nothing
      tick 1s     0  1  2
      a expected
        demand    +2 +1
      a recorded
        demand    +2    +∞
      """)
    XCTAssertThrowsError(try marbleDifference(recorded, tick: 1, ["  demand": "+2"])) { error in
      XCTAssertEqual(
        "\(error)", "\"  demand\": a demand lane stands below its timeline")
    }
  }

  func testALaneThatIsNotSubscribedAndOneThatIsDiffer() throws {
    XCTAssertEqual(
      try MarbleDiagram(["a": "-1"], tick: 1).difference(
        from: MarbleDiagram(["a": " 1"], tick: 1)),
      """
      "a" differs first at tick 0 (0.000s): expected nothing, recorded -
      tick 1s     0 1
      a expected    1
      a recorded  --1-
      """)
    XCTAssertThrowsError(try MarbleDiagram(["a": "^", "a": "^"], tick: 1)) { error in
      XCTAssertEqual("\(error)", "there are two lanes named \"a\"")
    }
  }

  func testLanesOnOtherTicksTrap() throws {
    try assertTraps(
      """
      MarbleDiagram.difference(from:): the ticks must be the same, but are 1.000s from 0.000s \
      and 0.500s from 0.000s
      """
    ) {
      _ = try? MarbleDiagram(["a": "^"], tick: 1).difference(
        from: MarbleDiagram(["a": "^"], tick: 0.5))
    }
  }

  func testATimelineThatIsMissingOrNotExpectedDiffers() throws {
    XCTAssertEqual(
      try marbleDifference([], tick: 1, ["a": "^|"]),
      """
      "a" differs first at tick 0 (0.000s): expected ^, recorded nothing
      tick 1s     0 1
      a expected  ^-|
      a recorded
      """)
    XCTAssertEqual(
      try marbleDifference(marbleEntries("b", [1: .value("x")]), tick: 1, [:]),
      """
      "b" differs first at tick 1 (1.000s): expected nothing, recorded x
      tick 1s     0 1
      b expected
      b recorded    x
      """)
  }
}
