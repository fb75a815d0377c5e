import TestSupport
import XCTest

@testable import Playground

final class MarbleDifferenceTests: XCTestCase {
  private let recorded =
    marbleEntries("timer", [0: .subscription("Timer"), 0.2: .value("1"), 0.3: .value("10")])
    + marbleEntries("end", [0.1: .subscription(""), 0.2: .failure("lost")])

  func testNothingDiffers() throws {
    try assertMarbles(recorded, tick: 0.1, ["timer": #"^-1"10"--"#, "end": ##" ^#"lost""##])
    try assertMarbles(recorded, tick: 0.1, ["end": ##" ^#"lost""##, "timer": "^-1(10)"])
    try assertMarbles([], tick: 1, [:])
    try assertMarbles([], tick: 1, ["timer": "   "])
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
