import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import Playground

final class TranscriptTests: XCTestCase {
  private let scheduler = VirtualTimeScheduler()

  private func at(_ seconds: VirtualTime.Stride) -> VirtualTime {
    VirtualTime.origin.advanced(by: seconds)
  }

  func testTextsOfEvents() {
    let events: [Transcript.Event] = [
      .subscription("PassthroughSubject"),
      .request(.unlimited, synchronous: false),
      .request(.max(3), synchronous: false),
      .request(.none, synchronous: false),
      .request(.unlimited, synchronous: true),
      .request(.max(3), synchronous: true),
      .value("7"),
      .finished,
      .failure("lost"),
      .cancel,
    ]
    XCTAssertEqual(
      events.map(\.description),
      [
        "receive subscription: (PassthroughSubject)",
        "request unlimited",
        "request max: (3)",
        "request max: (0)",
        "request unlimited (synchronous)",
        "request max: (3) (synchronous)",
        "receive value: (7)",
        "receive finished",
        "receive error: (lost)",
        "receive cancel",
      ])
  }

  func testTextsOfEntries() {
    let entries: [Transcript.Entry] = [
      .init(.origin, .event(.value("3"), timeline: "timer")),
      .init(at(1.5), .event(.finished, timeline: "timer")),
      .init(at(2), .note("in the example's own words")),
    ]
    XCTAssertEqual(
      entries.map(\.description),
      [
        "+0.000s: timer: receive value: (3)",
        "+1.500s: timer: receive finished",
        "+2.000s: in the example's own words",
      ])
  }

  func testAnEntryIsOneLineWhateverItSays() {
    let entries: [Transcript.Entry] = [
      .init(.origin, .note("one\ntwo\r\n\nthree")),
      .init(.origin, .event(.value("\"a\n\""), timeline: "text")),
    ]
    XCTAssertEqual(
      entries.map(\.description),
      [#"+0.000s: one\ntwo\n\nthree"#, #"+0.000s: text: receive value: ("a\n")"#])
  }

  func testTheTimeOfALineIsRoundedToMilliseconds() {
    let times: [VirtualTime.Stride] = [0.0004, 0.0005, 1.2346]
    XCTAssertEqual(
      times.map { Transcript.Entry(at($0), .note("a")).description },
      ["+0.000s: a", "+0.001s: a", "+1.235s: a"])
  }

  func testEmpty() {
    XCTAssertEqual(Transcript(scheduler: scheduler).entries, [])
  }

  func testEntriesCarryTheTimeAtWhichTheyWereRecorded() throws {
    let transcript = Transcript(scheduler: scheduler)
    transcript.record(.value("1"), timeline: "a")
    try scheduler.advance(by: 1)
    transcript.note("one second")
    scheduler.schedule(after: at(1.25)) { transcript.record(.finished, timeline: "b") }
    try scheduler.advance(by: 1)
    XCTAssertEqual(
      transcript.entries,
      [
        .init(.origin, .event(.value("1"), timeline: "a")),
        .init(at(1), .note("one second")),
        .init(at(1.25), .event(.finished, timeline: "b")),
      ])
  }

  func testEntriesAreHandedOnAsTheyAreRecorded() throws {
    var seen: [Transcript.Entry] = []
    let transcript = Transcript(scheduler: scheduler) { seen.append($0) }
    XCTAssertEqual(seen, [])
    transcript.note("one")
    XCTAssertEqual(seen, [.init(.origin, .note("one"))])
    try scheduler.advance(by: 2)
    transcript.record(.cancel, timeline: "a")
    XCTAssertEqual(
      seen, [.init(.origin, .note("one")), .init(at(2), .event(.cancel, timeline: "a"))])
  }

  func testNothingIsRecordedAfterClose() {
    var seen: [Transcript.Entry] = []
    let transcript = Transcript(scheduler: scheduler) { seen.append($0) }
    transcript.note("before")
    transcript.close()
    transcript.note("after")
    transcript.record(.cancel, timeline: "a")
    XCTAssertEqual(transcript.entries, [.init(.origin, .note("before"))])
    XCTAssertEqual(seen, [.init(.origin, .note("before"))])
  }

  func testManyThreadsRecord() {
    let seen = Locked<[Transcript.Entry]>([])
    let transcript = Transcript(scheduler: scheduler) { entry in seen.change { $0.append(entry) } }
    DispatchQueue.concurrentPerform(iterations: 500) { index in
      transcript.record(.value("\(index)"), timeline: "a")
    }
    XCTAssertEqual(seen.value, transcript.entries)
    XCTAssertEqual(
      Set(transcript.entries),
      Set((0..<500).map { .init(.origin, .event(.value("\($0)"), timeline: "a")) }))
    XCTAssertEqual(transcript.entries.count, 500)
  }
}
