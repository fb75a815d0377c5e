import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import Chapter6

/// Two threads at once, a thousand times each: demand is asked for exactly once for each pause.
final class RaceTests: XCTestCase {
  private let rounds = 1_000

  func testResumeAgainstAClosureThatReturnsFalse() {
    for round in 0..<rounds {
      let source = ProbeSource()
      let (sink, values, _) = source.counted { _ in
        sched_yield()
        return false
      }
      inParallel({ source.send(1) }, { sink.resume() })
      // Before the closure it did nothing; during it, it was returned; after it, it requested.
      XCTAssertEqual(source.asked, sink.paused ? 1 : 2, "round \(round)")
      sink.resume()
      XCTAssertEqual(source.asked, 2, "round \(round)")
      source.send(2)
      XCTAssertEqual(values.value, [1, 2], "round \(round)")
      sink.cancel()
    }
  }

  func testResumeAgainstResume() {
    for round in 0..<rounds {
      let source = ProbeSource()
      let (sink, _, _) = source.counted { _ in false }
      source.send(1)
      XCTAssertTrue(sink.paused)
      inParallel { sink.resume() }
      XCTAssertEqual(source.events, [.request(1), .returned(0), .request(1)], "round \(round)")
      XCTAssertFalse(sink.paused)
    }
  }

  func testCancelAgainstAValue() {
    for round in 0..<rounds {
      let source = ProbeSource()
      let (sink, values, completions) = source.counted { _ in
        sched_yield()
        return round.isMultiple(of: 2)
      }
      let subscriber = source.subscriber as? PausableSubscriber<Int, ProbeFailure>
      inParallel({ source.send(1) }, { sink.cancel() })
      let count = values.value.count
      XCTAssertLessThanOrEqual(count, 1)
      XCTAssertEqual(source.events.filter { $0 == .cancel }.count, 1, "round \(round)")
      XCTAssertEqual(subscriber?.receive(2), Subscribers.Demand.none)
      subscriber?.receive(completion: .finished)
      XCTAssertEqual(values.value.count, count, "round \(round)")
      XCTAssertEqual(completions.value, 0)
      XCTAssertFalse(sink.paused)
    }
  }

  func testCancelAgainstResume() {
    for round in 0..<rounds {
      let source = ProbeSource()
      let (sink, values, _) = source.counted { _ in false }
      source.send(1)
      inParallel({ sink.cancel() }, { sink.resume() })
      let requests = source.events.filter { $0 == .request(1) }.count
      XCTAssert((1...2).contains(requests), "round \(round): \(source.events)")
      XCTAssertEqual(source.events.filter { $0 == .cancel }.count, 1, "round \(round)")
      XCTAssertFalse(sink.paused)
      sink.resume()
      XCTAssertFalse(source.send(2), "round \(round)")
      XCTAssertEqual(values.value, [1])
    }
  }

  func testCancelAgainstTheFinish() {
    for round in 0..<rounds {
      let source = ProbeSource()
      let (sink, _, completions) = source.counted { _ in false }
      source.send(1)
      inParallel({ sink.cancel() }, { source.send(completion: .finished) })
      let cancels = source.events.filter { $0 == .cancel }.count
      XCTAssertEqual(cancels + completions.value, 1, "round \(round): one of them ends it")
      XCTAssertFalse(sink.paused)
    }
  }

  func testAThousandPausesThatTwoThreadsResume() {
    let source = ProbeSource()
    let (sink, values, _) = source.counted { _ in false }
    let isOver = Locked(false)
    let resumeAllTheTime: @Sendable () -> Void = {
      while !isOver.value {
        sink.resume()
        sched_yield()
      }
    }
    let sendAll: @Sendable () -> Void = { [rounds] in
      for number in 1...rounds {
        while !source.send(number) { sched_yield() }
      }
      isOver.change { $0 = true }
    }
    inParallel(sendAll, resumeAllTheTime, resumeAllTheTime)
    sink.resume()
    XCTAssertEqual(values.value, Array(1...rounds))
    XCTAssertEqual(source.asked, rounds + 1)
    XCTAssertEqual(source.mostOwed, 1)
  }

  func testPauseAndResumeFromOutsideAgainstAValue() {
    for round in 0..<rounds {
      let source = ProbeSource()
      let sink = source.controlledSink(
        receiveCompletion: { _ in }, receiveValue: { _ in sched_yield() })
      inParallel(
        { source.send(1) },
        {
          sink.pause()
          sink.resume()
        })
      XCTAssertFalse(sink.paused, "round \(round)")
      XCTAssertEqual(source.asked, 2, "round \(round)")
    }
  }
}
