import OpenCombineShim
import TestSupport
import XCTest

@testable import Chapter5

/// What two threads do at the same time, a thousand times.
final class RaceTests: XCTestCase {
  private typealias Asking = AskingSubscriber<Int, Never>

  private func repeatedly(_ round: () -> Void) {
    for _ in 0..<1_000 where !hasFailed { round() }
  }

  private var hasFailed: Bool { (testRun?.totalFailureCount ?? 0) > 0 }

  func testSendAgainstSubscribe() {
    repeatedly {
      nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
      let shared = subject.shareReplay(capacity: 2)
      let (early, late) = (Asking(first: .unlimited), Asking(first: .unlimited))
      shared.subscribe(early)
      subject.send(1)
      subject.send(2)
      inParallel({ for value in 3...5 { subject.send(value) } }, { shared.subscribe(late) })
      subject.send(6)
      XCTAssertEqual(early.values, [1, 2, 3, 4, 5, 6])
      let values = late.values
      XCTAssertEqual(values, Array((values.first ?? 0)...6))
      XCTAssert((1...4).contains(values.first ?? 0), "\(values)")
      for subscriber in [early, late] { subscriber.subscription?.cancel() }
    }
  }

  func testSendAgainstCancel() {
    repeatedly {
      nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
      let shared = subject.shareReplay(capacity: 1)
      let (leaver, sibling) = (Asking(first: .unlimited), Asking(first: .unlimited))
      shared.subscribe(leaver)
      shared.subscribe(sibling)
      inParallel(
        { for value in 1...4 { subject.send(value) } }, { leaver.subscription?.cancel() })
      let count = leaver.values.count
      subject.send(5)
      XCTAssertEqual(leaver.values, Array([1, 2, 3, 4].prefix(count)))
      XCTAssertEqual(sibling.values, [1, 2, 3, 4, 5])
      sibling.subscription?.cancel()
    }
  }

  func testCancelAgainstCancelOfTheLastAgainstSubscribe() {
    repeatedly {
      let upstream = ManualUpstream<Int>()
      let shared = upstream.shareReplay(capacity: 1)
      let (first, second) = (Asking(first: .unlimited), Asking(first: .unlimited))
      let comer = Asking(first: .unlimited)
      shared.subscribe(first)
      shared.subscribe(second)
      inParallel(
        { first.subscription?.cancel() }, { second.subscription?.cancel() },
        { shared.subscribe(comer) })
      let connections = upstream.subscribers.count
      XCTAssertEqual(upstream.log.filter { $0 == "cancel 1" }.count, connections - 1)
      for subscriber in upstream.subscribers { _ = subscriber.receive(7) }
      XCTAssertEqual(comer.values, [7])
      comer.subscription?.cancel()
      XCTAssertEqual(upstream.log.filter { $0 == "cancel 1" }.count, connections)
    }
  }

  func testFirstSubscribersConnectOnce() {
    repeatedly {
      let upstream = ManualUpstream<Int>()
      let shared = upstream.shareReplay()
      let subscribers = (0..<2).map { _ in Asking(first: .unlimited) }
      inParallel({ shared.subscribe(subscribers[0]) }, { shared.subscribe(subscribers[1]) })
      XCTAssertEqual(upstream.log, ["subscribe", "request unlimited 1"])
      _ = upstream.subscribers[0].receive(1)
      XCTAssertEqual(subscribers.map(\.values), [[1], [1]])
      for subscriber in subscribers { subscriber.subscription?.cancel() }
    }
  }

  func testFinishAgainstSubscribe() {
    repeatedly {
      nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
      let shared = subject.shareReplay(capacity: 1)
      let (early, late) = (Asking(first: .unlimited), Asking(first: .unlimited))
      shared.subscribe(early)
      subject.send(1)
      inParallel({ subject.send(completion: .finished) }, { shared.subscribe(late) })
      for subscriber in [early, late] {
        XCTAssertEqual(subscriber.values, [1])
        XCTAssertEqual(subscriber.completions, [.finished])
      }
    }
  }

  func testRequestAgainstSendLosesNothing() {
    repeatedly {
      nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
      let subscriber = Asking(first: .none)
      subject.shareReplay(capacity: 0).subscribe(subscriber)
      inParallel(
        { for value in 1...4 { subject.send(value) } },
        { for _ in 1...4 { subscriber.subscription?.request(.max(1)) } })
      XCTAssertEqual(subscriber.values, [1, 2, 3, 4])
      subscriber.subscription?.cancel()
    }
  }
}
