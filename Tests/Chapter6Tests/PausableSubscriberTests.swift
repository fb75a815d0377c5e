import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import Chapter6

final class PausableSubscriberTests: XCTestCase {
  func testItAsksForOneValueAtATime() {
    let source = ProbeSource()
    let (sink, values, _) = source.counted { $0 != 3 }
    for number in 1...4 { source.send(number) }
    XCTAssertEqual(values.value, [1, 2, 3])
    XCTAssertEqual(
      source.events, [.request(1), .returned(1), .returned(1), .returned(0)])
    XCTAssertTrue(sink.paused)
  }

  func testResumeRequestsOnce() {
    let source = ProbeSource()
    let (sink, values, _) = source.counted { _ in false }
    sink.resume()
    XCTAssertEqual(source.events, [.request(1)], "it was not paused")
    source.send(1)
    sink.resume()
    sink.resume()
    XCTAssertEqual(source.events, [.request(1), .returned(0), .request(1)])
    XCTAssertFalse(sink.paused)
    source.send(2)
    XCTAssertEqual(values.value, [1, 2])
    sink.cancel()
  }

  func testResumeInsideTheClosureOutweighsWhatItReturns() {
    for isOnAnotherThread in [false, true] {
      let source = ProbeSource()
      let resume = Locked<@Sendable () -> Void>({})
      let (sink, _, _) = source.counted { _ in
        if isOnAnotherThread { onAnotherThread(resume.value) } else { resume.value() }
        return false
      }
      resume.change { $0 = { sink.resume() } }
      source.send(1)
      XCTAssertEqual(source.events, [.request(1), .returned(1)])
      XCTAssertFalse(sink.paused)
      resume.change { $0 = {} }
      source.send(2)
      XCTAssertTrue(sink.paused, "it is the value in progress that is outweighed")
      sink.cancel()
    }
  }

  func testAResumeThatBringsAValueAtOnce() {
    let source = ProbeSource()
    let (sink, values, _) = source.counted { _ in false }
    source.send(1)
    source.onRequest { source.send(2) }
    sink.resume()
    XCTAssertEqual(values.value, [1, 2])
    XCTAssertTrue(sink.paused)
    XCTAssertEqual(source.asked, 2)
    source.onRequest(nil)
  }

  func testACompletionIsDeliveredWhilePaused() {
    for completion in [.finished, .failure(ProbeFailure())] as [Subscribers.Completion] {
      let source = ProbeSource()
      let (sink, _, completions) = source.counted { _ in false }
      source.send(1)
      source.send(completion: completion)
      XCTAssertEqual(completions.value, 1)
      XCTAssertFalse(sink.paused)
      sink.resume()
      sink.cancel()
      XCTAssertEqual(source.events, [.request(1), .returned(0)])
    }
  }

  func testACancelInsideTheClosureReturnsNoDemand() {
    let source = ProbeSource()
    let cancel = Locked<@Sendable () -> Void>({})
    let (sink, _, completions) = source.counted { _ in
      cancel.value()
      return true
    }
    cancel.change { $0 = { sink.cancel() } }
    source.send(1)
    XCTAssertEqual(source.events, [.request(1), .cancel, .returned(0)])
    XCTAssertFalse(sink.paused)
    XCTAssertEqual(completions.value, 0)
    cancel.change { $0 = {} }
  }

  func testLettingGoOfTheHandleCancels() {
    let source = ProbeSource()
    do {
      let (sink, _, _) = source.counted { _ in true }
      source.send(1)
      withExtendedLifetime(sink) {}
    }
    XCTAssertEqual(source.events, [.request(1), .returned(1), .cancel])
  }

  func testASecondSubscriptionIsCancelledAndTheFirstGoesOn() {
    let source = ProbeSource()
    let (sink, values, _) = source.counted { _ in true }
    source.subscribeAgain()
    source.send(1)
    XCTAssertEqual(source.events, [.request(1), .refused, .returned(1)])
    XCTAssertEqual(values.value, [1])
    sink.cancel()
  }

  /// As its comment says: nobody has the handle yet.
  func testASynchronousSourceSendsBeforeTheHandleIsThere() {
    let values = Locked([Int]())
    let count = Locked(0)
    let sink = (1...3).publisher.pausableSink(
      receiveCompletion: { _ in count.change { $0 += 1 } },
      receiveValue: { value in
        values.change { $0.append(value) }
        return value != 2
      })
    XCTAssertEqual(values.value, [1, 2])
    XCTAssertTrue(sink.paused)
    sink.resume()
    XCTAssertEqual(values.value, [1, 2, 3])
    XCTAssertEqual(count.value, 1)
  }
}

final class ControlledSinkTests: XCTestCase {
  func testWhatIsInFlightStillArrives() {
    let source = ProbeSource()
    let values = Locked([Int]())
    let sink = source.controlledSink(
      receiveCompletion: { _ in }, receiveValue: { value in values.change { $0.append(value) } })
    source.send(1)
    sink.pause()
    XCTAssertFalse(sink.paused, "a value is still owed")
    source.send(2)
    XCTAssertTrue(sink.paused)
    XCTAssertFalse(source.send(3))
    sink.resume()
    source.send(3)
    XCTAssertEqual(values.value, [1, 2, 3])
    XCTAssertEqual(
      source.events, [.request(1), .returned(1), .returned(0), .request(1), .returned(1)])
    sink.cancel()
  }

  func testAPauseThatIsTakenBackAsksForNothing() {
    let source = ProbeSource()
    let sink = source.controlledSink(receiveCompletion: { _ in }, receiveValue: { _ in })
    sink.pause()
    sink.resume()
    source.send(1)
    XCTAssertEqual(source.events, [.request(1), .returned(1)])
    sink.cancel()
    XCTAssertEqual(source.events.last, .cancel)
  }
}
