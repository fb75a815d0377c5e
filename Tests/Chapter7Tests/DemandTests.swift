import OpenCombineShim
import TestSupport
import XCTest

@testable import Chapter7

/// What the operators ask upstream for when they are asked for two values, and then for a third.
final class DemandTests: XCTestCase {
  func testUnwrapAsksForOneMoreForEachNil() {
    assertAsks([3, 5], of: [1, nil, 2, nil, 3]) { $0.unwrap() }
    assertAsks([4, 5], of: [nil, nil, 1, 2, 3]) { $0.unwrap() }
    assertAsks([2, 3], of: [1, 2, 3]) { $0.unwrap() }
  }

  func testPairwiseAsksForOneMoreOnce() {
    assertAsks([3, 4], of: [1, 4, 9, 16]) { $0.pairwise() }
  }

  func testLogAsksForWhatItIsAsked() {
    assertAsks([2, 3], of: [1, 2, 3, 4]) { $0.log("number", to: { _ in }) }
  }

  func testTheCountdownAsksForOneStepLess() {
    assertAsks([1, 2], of: [1, 1, 1, 1]) { $0.countdown(from: 3) }
  }

  func testTheDraftReplaysTheLatestValueWhileUpstreamIsRunning() {
    let source = PassthroughSubject<Int, Never>()
    let shared = source.shareLatestDraft()
    let early = AskingSubscriber<Int, Never>(first: .unlimited)
    shared.subscribe(early)
    source.send(1)
    source.send(2)
    let late = AskingSubscriber<Int, Never>(first: .max(1))
    shared.subscribe(late)
    XCTAssertEqual(early.values, [1, 2])
    XCTAssertEqual(late.values, [2])
  }

  private func assertAsks<Input, P: Publisher>(
    _ totals: [Int], of inputs: [Input], file: StaticString = #filePath, line: UInt = #line,
    _ make: (Publishers.HandleEvents<AnyPublisher<Input, Never>>) -> P
  ) {
    let asked = Locked(Subscribers.Demand.none)
    let source = inputs.publisher.eraseToAnyPublisher()
      .handleEvents(receiveRequest: { demand in asked.change { $0 += demand } })
    let subscriber = AskingSubscriber<P.Output, P.Failure>(first: .max(2))
    make(source).subscribe(subscriber)
    XCTAssertEqual(asked.value, .max(totals[0]), file: file, line: line)
    XCTAssertEqual(subscriber.values.count, 2, file: file, line: line)
    subscriber.subscription?.request(.max(1))
    XCTAssertEqual(asked.value, .max(totals[1]), file: file, line: line)
    XCTAssertEqual(subscriber.values.count, 3, file: file, line: line)
  }
}
