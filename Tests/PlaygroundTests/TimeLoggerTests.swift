import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import Playground

final class TimeLoggerTests: XCTestCase {
  private let scheduler = VirtualTimeScheduler()
  private let lines = Locked<[String]>([])

  private func makeLogger(since reference: TimeLogger.Reference = .origin) -> TimeLogger {
    TimeLogger(scheduler: scheduler, since: reference) { [lines] line in
      lines.change { $0.append(line) }
    }
  }

  // MARK: print(_:to:)

  func testNothingIsPrintedAtFirst() {
    _ = makeLogger()
    XCTAssertEqual(lines.value, [])
  }

  func testEachPrintIsALineWithItsTime() throws {
    var logger = makeLogger()
    print("one", to: &logger)
    try scheduler.advance(by: 1.5)
    print("two", 2, to: &logger)
    XCTAssertEqual(lines.value, ["+0.000s: one", "+1.500s: two 2"])
  }

  func testAnEmptyPrintIsAnEmptyLine() {
    var logger = makeLogger()
    print(to: &logger)
    XCTAssertEqual(lines.value, ["+0.000s: "])
  }

  func testAnUnfinishedLineWaitsForItsEndAndCarriesItsTime() throws {
    var logger = makeLogger()
    print("un", terminator: "", to: &logger)
    try scheduler.advance(by: 1)
    print("fin", terminator: "", to: &logger)
    XCTAssertEqual(lines.value, [])
    try scheduler.advance(by: 1)
    print("ished", to: &logger)
    XCTAssertEqual(lines.value, ["+2.000s: unfinished"])
    print("next", to: &logger)
    XCTAssertEqual(lines.value, ["+2.000s: unfinished", "+2.000s: next"])
  }

  func testATextWithNewlinesIsSeveralLines() {
    var logger = makeLogger()
    print("one\ntwo\n\nthree", to: &logger)
    XCTAssertEqual(lines.value, ["+0.000s: one", "+0.000s: two", "+0.000s: ", "+0.000s: three"])
  }

  func testAWriteMayEndOneLineAndBeginTheNext() {
    let logger = makeLogger()
    logger.write("o")
    logger.write("ne\r\ntw")
    XCTAssertEqual(lines.value, ["+0.000s: one"])
    logger.write("o\n")
    XCTAssertEqual(lines.value, ["+0.000s: one", "+0.000s: two"])
  }

  // MARK: log(_:)

  func testLogOfOneLine() throws {
    let logger = makeLogger()
    try scheduler.advance(by: 0.25)
    logger.log("a")
    logger.log("")
    XCTAssertEqual(lines.value, ["+0.250s: a", "+0.250s: "])
  }

  func testLogOfManyLines() {
    makeLogger().log("a\nb\n\nc")
    XCTAssertEqual(lines.value, ["+0.000s: a", "+0.000s: b", "+0.000s: ", "+0.000s: c"])
  }

  func testLogDoesNotBreakIntoAnUnfinishedLine() {
    var logger = makeLogger()
    print("un", terminator: "", to: &logger)
    logger.log("between")
    print("finished", to: &logger)
    XCTAssertEqual(lines.value, ["+0.000s: between", "+0.000s: unfinished"])
  }

  // MARK: References

  private func logAtThreeTimes(_ logger: TimeLogger) throws {
    try scheduler.advance(to: VirtualTime.origin.advanced(by: 1))
    logger.log("a\nb")
    try scheduler.advance(by: 2.5)
    logger.log("c")
    try scheduler.advance(by: 0.125)
    logger.log("d")
  }

  func testTimesAreCountedFromTheOrigin() throws {
    try logAtThreeTimes(makeLogger(since: .origin))
    XCTAssertEqual(lines.value, ["+1.000s: a", "+1.000s: b", "+3.500s: c", "+3.625s: d"])
  }

  func testTimesAreCountedFromThePreviousLine() throws {
    try logAtThreeTimes(makeLogger(since: .previousLine))
    XCTAssertEqual(lines.value, ["+1.000s: a", "+0.000s: b", "+2.500s: c", "+0.125s: d"])
  }

  // MARK: Combine

  func testCombinePrintsToIt() throws {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = AskingSubscriber<Int, Never>(first: .max(1)) { _ in .max(2) }
    subject.print("x", to: makeLogger()).subscribe(subscriber)
    try scheduler.advance(by: 1)
    subject.send(7)
    try scheduler.advance(by: 0.5)
    subject.send(completion: .finished)
    XCTAssertEqual(
      lines.value,
      [
        "+0.000s: x: receive subscription: (PassthroughSubject)",
        "+0.000s: x: request max: (1)",
        "+1.000s: x: receive value: (7)",
        "+1.000s: x: request max: (2) (synchronous)",
        "+1.500s: x: receive finished",
      ])
  }

  // MARK: Threads

  func testManyThreadsNeverSplitALineNorTheLinesOfOneText() {
    let logger = makeLogger()
    DispatchQueue.concurrentPerform(iterations: 500) { index in
      logger.log("text \(index) begins\ntext \(index) ends")
    }
    let lines = lines.value
    XCTAssertEqual(lines.count, 1_000)
    let texts = stride(from: 0, to: lines.count - 1, by: 2).map { lines[$0] + "\n" + lines[$0 + 1] }
    XCTAssertEqual(
      texts.sorted(),
      (0..<500).map { "+0.000s: text \($0) begins\n+0.000s: text \($0) ends" }.sorted())
  }
}
