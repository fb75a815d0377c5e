import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter8

final class StateTests: XCTestCase {
  // MARK: Chance

  func testEqualSeedsGiveEqualValues() {
    XCTAssertEqual(values(seed: 8), values(seed: 8))
    XCTAssertEqual(values(seed: 8).prefix(4), [59, 21, 68, 44])
    XCTAssertNotEqual(values(seed: 8), values(seed: 9))
  }

  func testValuesAreFrom1To99() {
    let numbers = (UInt64.min...98).map { number in
      var generator = OneNumber(number: number)
      return Model(value: 50).next(using: &generator).value
    }
    XCTAssertEqual(numbers, Array(1...99))
    var greatest = OneNumber(number: .max)
    XCTAssert((1...99).contains(Model().next(using: &greatest).value))
  }

  private func values(seed: Int) -> [Int] {
    let state = State(generator: SeededGenerator(seed: seed))
    return (0..<100).map { _ in
      state.next()
      return state.value
    }
  }

  // MARK: The publisher

  func testASubscriberIsSentWhatComesAndNotWhatIsThere() throws {
    let example = Example("late", "", length: 4) { stage in
      let state = State(generator: SeededGenerator(seed: 8))
      state.valuePublisher.recorded(as: "first", in: stage.transcript).sink { _ in }
        .store(in: &stage.cancellables)
      try stage.wait(1)
      state.next()
      try stage.wait(1)
      state.valuePublisher.recorded(as: "late", in: stage.transcript).sink { _ in }
        .store(in: &stage.cancellables)
      try stage.wait(1)
      state.next()
    }
    assertMarbles(
      try example.run().entries, tick: 1, ["first": "^(59)-(21)", "late": "  ^(21)"])
  }

  func testASubscriberDoesNotKeepTheState() {
    weak var held: State?
    func subscribe() -> AnyCancellable {
      let state = State()
      held = state
      return state.valuePublisher.sink { _ in }
    }
    let subscription = subscribe()
    XCTAssertNil(held)
    withExtendedLifetime(subscription) {}
  }

  /// What the page says of OpenCombine, and what the check of rule 23 can't tell of a state.
  func testACancelInsideTheSubscriptionIsLostAndTheSubscriberKept() {
    let state = State(generator: SeededGenerator(seed: 8))
    func subscribe() -> WeakReference {
      let subscriber = HastyCanceller()
      state.valuePublisher.subscribe(subscriber)
      return WeakReference(subscriber)
    }
    let held = subscribe()
    XCTAssertNotNil(held.object)
    state.next()
    state.next()
    XCTAssertEqual((held.object as? HastyCanceller)?.values, [])
  }
}

/// A generator that always gives the same number.
private struct OneNumber: RandomNumberGenerator {
  let number: UInt64

  func next() -> UInt64 { number }
}

/// Cancels as soon as it has a subscription.
private final class HastyCanceller: Subscriber {
  private(set) var values: [Int] = []

  func receive(subscription: Subscription) { subscription.cancel() }

  func receive(_ value: Int) -> Subscribers.Demand {
    values.append(value)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}
