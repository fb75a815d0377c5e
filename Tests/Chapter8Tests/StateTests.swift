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

  func testValuesAreSentBeforeTheStateHasThem() {
    let state = State(generator: SeededGenerator(seed: 8))
    var pairs: [[Int]] = []
    let subscription = state.valuePublisher.sink { pairs.append([$0, state.value]) }
    for _ in 1...3 { state.next() }
    subscription.cancel()
    XCTAssertEqual(pairs, [[59, 0], [21, 59], [68, 21]])
    XCTAssertEqual(state.value, 68)
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

  func testALazyPublisherIsBuiltOnceAndAComputedOneAtEachRead() throws {
    let example = Example("lazy", "", length: 0) { stage in
      let state = LazyState(on: stage)
      stage.log("nothing is built yet")
      _ = (state.kept, state.kept, state.kept)
      _ = (state.computed, state.computed)
    }
    XCTAssertEqual(
      try example.run().entries.map(\.description),
      [
        "+0.000s: nothing is built yet", "+0.000s: the kept publisher is built",
        "+0.000s: the computed publisher is built", "+0.000s: the computed publisher is built",
      ])
  }

  // MARK: Types

  func testWhoSeesTheChainCanReadAndWriteTheModel() {
    let state = OpenState()
    var models = state.valuePublisher.upstream.upstream
    var received: [Model] = []
    let subscription = models.sink { received.append($0) }
    Just(Model(value: 7)).assign(to: &models)
    subscription.cancel()
    XCTAssertEqual(received, [Model(value: 0), Model(value: 7)])
    XCTAssertEqual(state.value, 7)
  }
}

/// A generator that always gives the same number.
private struct OneNumber: RandomNumberGenerator {
  let number: UInt64

  func next() -> UInt64 { number }
}
