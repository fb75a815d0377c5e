import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import Playground

final class ChapterTests: XCTestCase {
  private func output(of examples: Example...) throws -> [String] {
    let lines = Locked<[String]>([])
    let chapter = Chapter(3, "A countdown", examples: examples)
    try chapter.run(chapter.examples, pace: .instant) { line in lines.change { $0.append(line) } }
    return lines.value
  }

  // MARK: Running a chapter

  func testAChapterWithoutExamplesPrintsItsTitle() throws {
    XCTAssertEqual(try output(), ["Chapter 3: A countdown"])
  }

  func testAnExampleThatDoesNothingPrintsItsHeading() throws {
    XCTAssertEqual(
      try output(of: Example("nothing", "does nothing", length: 0) { _ in }),
      ["Chapter 3: A countdown", "", "== nothing: does nothing =="])
  }

  func testPrintsTitleHeadingsAndLines() throws {
    let countdown = Example("countdown", "counts down", length: 2) { stage in
      (1...2).publisher.recorded(as: "numbers", in: stage.transcript)
        .sink { _ in }
        .store(in: &stage.cancellables)
      try stage.wait(1.5)
      stage.log("in two lines:\nthe second")
    }
    let words = Example("words", "has its own words", length: 1) { stage in
      print("printed", to: &stage.logger)
    }
    XCTAssertEqual(
      try output(of: countdown, words),
      [
        "Chapter 3: A countdown",
        "",
        "== countdown: counts down ==",
        "+0.000s: numbers: receive subscription: (1...2)",
        "+0.000s: numbers: request unlimited",
        "+0.000s: numbers: receive value: (1)",
        "+0.000s: numbers: receive value: (2)",
        "+0.000s: numbers: receive finished",
        "+1.500s: in two lines:",
        "+1.500s: the second",
        "",
        "== words: has its own words ==",
        "+0.000s: printed",
      ])
  }

  func testRunsOnlyTheExamplesItIsGiven() throws {
    let lines = Locked<[String]>([])
    let examples = ["one", "two"].map { Example($0, "an example", length: 0) { _ in } }
    try Chapter(3, "A countdown", examples: examples).run([examples[1]], pace: .instant) { line in
      lines.change { $0.append(line) }
    }
    XCTAssertEqual(lines.value, ["Chapter 3: A countdown", "", "== two: an example =="])
  }

  func testTheExpectedLogLiesBesideTheLesson() {
    let chapter = Chapter(3, "A countdown", examples: [], file: "/Chapters/Chapter3/Lesson.swift")
    XCTAssertEqual(chapter.expectedLog.path, "/Chapters/Chapter3/expected.log")
  }

  // MARK: The length of an example

  func testWhatIsLeftOfTheLengthPassesAfterTheBody() throws {
    let example = Example("rest", "goes on by itself", length: 3) { stage in
      for seconds in [1, 2, 3, 4] {
        stage.scheduler.schedule(after: stage.scheduler.now.advanced(by: .seconds(seconds))) {
          stage.log("turn")
        }
      }
      try stage.wait(1.5)
      stage.log("the body ends")
    }
    XCTAssertEqual(
      try example.run().entries.map(\.description),
      ["+1.000s: turn", "+1.500s: the body ends", "+2.000s: turn", "+3.000s: turn"])
  }

  func testAnExampleMayTakeItsWholeLength() throws {
    let example = Example("exact", "takes what it says", length: 2) { stage in
      try stage.wait(2)
      stage.log("done")
    }
    XCTAssertEqual(try example.run().entries.map(\.description), ["+2.000s: done"])
  }

  func testAnExampleThatTakesLongerThanItsLengthIsAnError() {
    let example = Example("late", "takes too long", length: 1) { stage in
      try stage.wait(2.5)
    }
    XCTAssertThrowsError(try example.run()) { error in
      XCTAssertTrue(error is ExampleOverran)
      XCTAssertEqual(
        "\(error)",
        """
        the example "late" says that it takes 1.000s, but it took until 2.500s: \
        give it a greater length
        """)
    }
  }

  func testAnErrorOfTheBodyEndsTheChapter() {
    let lines = Locked<[String]>([])
    let chapter = Chapter(
      3, "A countdown",
      examples: [
        Example("endless", "never ends", length: 1) { stage in
          stage.log("begins")
          throw Failure()
        },
        Example("next", "is not reached", length: 1) { _ in },
      ])
    XCTAssertThrowsError(
      try chapter.run(chapter.examples, pace: .instant) { line in lines.change { $0.append(line) } }
    ) { error in XCTAssertTrue(error is Failure) }
    XCTAssertEqual(
      lines.value,
      ["Chapter 3: A countdown", "", "== endless: never ends ==", "+0.000s: begins"])
  }

  // MARK: Clearing the stage

  func testSubscriptionsAreCancelledInTheirOrder() throws {
    let log = Locked<[String]>([])
    let example = Example("keep", "keeps subscriptions", length: 1) { stage in
      for name in ["a", "b", "c"] {
        AnyCancellable { log.change { $0.append("\(name) cancelled") } }
          .store(in: &stage.cancellables)
      }
      try stage.wait(1)
      log.change { $0.append("the body ends") }
    }
    try example.run()
    XCTAssertEqual(log.value, ["the body ends", "a cancelled", "b cancelled", "c cancelled"])
  }

  func testTheSchedulerIsEmptied() throws {
    let scheduler = Locked<VirtualTimeScheduler?>(nil)
    let example = Example("leave", "leaves events behind", length: 1) { stage in
      scheduler.change { $0 = stage.scheduler }
      stage.scheduler.schedule(after: stage.scheduler.now.advanced(by: 5)) {}
      AnyCancellable(stage.scheduler.schedule(after: stage.scheduler.now, interval: 1) {})
        .store(in: &stage.cancellables)
      XCTAssertEqual(stage.scheduler.pendingEvents, 2)
    }
    try example.run()
    XCTAssertEqual(scheduler.value?.pendingEvents, 0)
  }

  func testNothingIsRecordedAfterTheEnd() throws {
    let left = Locked<[() -> Void]>([])
    let example = Example("talk", "goes on talking", length: 1) { stage in
      PassthroughSubject<Int, Never>().recorded(as: "a", in: stage.transcript)
        .sink { _ in }
        .store(in: &stage.cancellables)
      let (transcript, logger) = (stage.transcript, stage.logger)
      left.change { $0 = [{ transcript.note("late") }, { logger.log("too late") }] }
    }
    let entries = Locked<[Transcript.Entry]>([])
    let transcript = try example.run { entry in entries.change { $0.append(entry) } }
    for talk in left.value { talk() }
    XCTAssertEqual(
      transcript.entries.map(\.description),
      ["+0.000s: a: receive subscription: (PassthroughSubject)", "+0.000s: a: request unlimited"])
    XCTAssertEqual(entries.value, transcript.entries)
  }

  func testAStageIsClearedAfterAnErrorToo() throws {
    let log = Locked<[String]>([])
    let kept = Locked<Stage?>(nil)
    let example = Example("fail", "fails", length: 1) { stage in
      kept.change { $0 = stage }
      AnyCancellable { log.change { $0.append("cancelled") } }.store(in: &stage.cancellables)
      stage.scheduler.schedule(after: stage.scheduler.now.advanced(by: 5)) {}
      throw Failure()
    }
    XCTAssertThrowsError(try example.run())
    let stage = try XCTUnwrap(kept.value)
    XCTAssertEqual(log.value, ["cancelled"])
    XCTAssertEqual(stage.cancellables, [])
    XCTAssertEqual(stage.scheduler.pendingEvents, 0)
  }

  func testAStageIsReleased() throws {
    let stage = Locked(WeakReference(nil))
    let example = Example("keep", "keeps what keeps the stage", length: 1) { newStage in
      stage.change { $0 = WeakReference(newStage) }
      PassthroughSubject<Int, Never>().sink { _ in newStage.log("never") }
        .store(in: &newStage.cancellables)
      newStage.scheduler.schedule(after: newStage.scheduler.now.advanced(by: 5)) {
        newStage.log("never")
      }
      XCTAssertNotNil(stage.value.object)
    }
    try example.run()
    XCTAssertNil(stage.value.object)
  }

  func testAStageIsReleasedThoughItsRepeatingScheduleIsLeftConnected() throws {
    let stage = Locked(WeakReference(nil))
    let example = Example("connect", "connects and never disconnects", length: 2) { newStage in
      stage.change { $0 = WeakReference(newStage) }
      Ticker(newStage).connect()
    }
    XCTAssertEqual(
      try example.run().entries.map(\.description), ["+1.000s: tick", "+2.000s: tick"])
    XCTAssertNil(stage.value.object)
  }

  // MARK: The sections of a log

  private let log = [
    "Chapter 3: A countdown", "", "== one: 1 ==", "+0.000s: a", "", "== two: 2 ==", "+0.000s: b",
    "+1.000s: c", "", "== three: 3 ==", "+0.000s: d",
  ]

  private func sections(_ names: String..., of log: [String]? = nil) -> [String] {
    Chapter(3, "A countdown", examples: []).sections(
      of: log ?? self.log, for: names.map { Example($0, "", length: 0) { _ in } })
  }

  func testSectionsOfAnEmptyLog() {
    XCTAssertEqual(sections("one", of: []), [])
  }

  func testNoSections() {
    XCTAssertEqual(sections(), ["Chapter 3: A countdown"])
  }

  func testOneSection() {
    XCTAssertEqual(
      sections("one"), ["Chapter 3: A countdown", "", "== one: 1 ==", "+0.000s: a"])
    XCTAssertEqual(
      sections("two"),
      ["Chapter 3: A countdown", "", "== two: 2 ==", "+0.000s: b", "+1.000s: c"])
    XCTAssertEqual(
      sections("three"), ["Chapter 3: A countdown", "", "== three: 3 ==", "+0.000s: d"])
  }

  func testSomeSections() {
    XCTAssertEqual(
      sections("one", "three"),
      [
        "Chapter 3: A countdown", "", "== one: 1 ==", "+0.000s: a", "", "== three: 3 ==",
        "+0.000s: d",
      ])
  }

  func testAllSections() {
    XCTAssertEqual(sections("one", "two", "three"), log)
  }

  func testASectionThatIsMissingIsLeftOut() {
    XCTAssertEqual(
      sections("one", "four", "on"),
      ["Chapter 3: A countdown", "", "== one: 1 ==", "+0.000s: a"])
  }
}

private struct Failure: Error {}

/// Like a publisher that is connected: its timer keeps it alive, and it keeps its timer.
private final class Ticker {
  private let stage: Stage
  private var timer: Cancellable?

  init(_ stage: Stage) { self.stage = stage }

  func connect() {
    let first = stage.scheduler.now.advanced(by: 1)
    timer = stage.scheduler.schedule(after: first, interval: 1) { self.stage.log("tick") }
  }
}
