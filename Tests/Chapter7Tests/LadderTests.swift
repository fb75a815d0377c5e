import OpenCombineShim
import TestSupport
import XCTest

@testable import Chapter7

/// What comes out of the operators, from nothing to much, asked for at once and one by one.
final class LadderTests: XCTestCase {
  private typealias Row<Input, Output> = (input: [Input], output: [Output])
  private let ends: [Subscribers.Completion<Outage>] = [.finished, .failure(Outage())]

  func testUnwrap() {
    let rows: [Row<Int?, Int>] = [
      ([], []), ([1], [1]), ([nil], []), ([1, 2], [1, 2]), ([nil, nil, nil], []),
      ([nil, 1], [1]), ([1, nil], [1]), ([1, 2, nil, 3, nil, 4], [1, 2, 3, 4]),
    ]
    for row in rows {
      for end in ends {
        assertComesOut(row.output, end, of: Record(output: row.input, completion: end).unwrap())
      }
    }
  }

  func testUnwrapTakesOffOneLayer() {
    let numbers: [Int??] = [.some(.some(1)), .some(.none), .none]
    assertComesOut(
      [1, nil], .finished, of: Record(output: numbers, completion: .finished).unwrap())
  }

  func testPairwise() {
    let rows: [Row<Int, [Int]>] = [
      ([], []), ([1], []), ([1, 2], [[1, 2]]), ([1, 1], [[1, 1]]),
      ([1, 2, 3, 4], [[1, 2], [2, 3], [3, 4]]),
    ]
    for row in rows {
      for end in ends {
        let pairs = Record(output: row.input, completion: end).pairwise()
        assertComesOut(row.output, end, of: pairs.map { [$0, $1] })
      }
    }
  }

  func testPairwiseOfOptionals() {
    let rows: [Row<Int?, [Int?]>] = [
      ([nil], []), ([nil, nil], [[nil, nil]]),
      ([nil, 1, nil, 2], [[nil, 1], [1, nil], [nil, 2]]),
    ]
    for row in rows {
      for end in ends {
        let pairs = Record(output: row.input, completion: end).pairwise()
        assertComesOut(row.output, end, of: pairs.map { [$0, $1] })
      }
    }
  }

  func testLog() {
    for numbers in [[], [1], [1, 2], [1, 2, 3, 4]] {
      for end in ends {
        let lines = Locked<[String]>([])
        let logged = Record(output: numbers, completion: end)
          .log("number", to: { line in lines.change { $0.append(line) } })
        let wanted = numbers.map { "number: \($0)" } + ["number: \(end)"]
        assertComesOut(numbers, end, of: logged) {
          XCTAssertEqual(lines.value, wanted)
          lines.change { $0 = [] }
        }
      }
    }
  }

  func testTheLogTellsNeitherSubscriptionNorRequestNorCancel() {
    let lines = Locked<[String]>([])
    let subscriber = AskingSubscriber<Int, Never>(first: .max(1))
    PassthroughSubject<Int, Never>()
      .log("number", to: { line in lines.change { $0.append(line) } })
      .subscribe(subscriber)
    subscriber.subscription?.cancel()
    XCTAssertEqual(lines.value, [])
  }

  func testCountdown() {
    let rows: [Row<Int, Int>] = [
      ([], [3, 0]), ([1], [3, 2, 0]), ([1, 1], [3, 2, 1, 0]), ([1, 1, 1], [3, 2, 1, 0]),
      ([1, 1, 1, 1, 1], [3, 2, 1, 0]),
    ]
    for row in rows {
      let steps = Record<Int, Outage>(output: row.input, completion: .finished)
      assertComesOut(row.output, .finished, of: steps.countdown(from: 3))
    }
    let fromOne = Record<Int, Outage>(output: [1, 1], completion: .finished).countdown(from: 1)
    assertComesOut([1, 0], .finished, of: fromOne)
  }

  /// What the check of rule 17 can't tell, as it takes the zero for a value too many.
  func testTheEndOfACountdownWaitsForItsZero() {
    for steps in [[1, 1], [1, 1, 1]] {
      let subscriber = AskingSubscriber<Int, Outage>(first: .max(3))
      Record(output: steps, completion: .finished).countdown(from: 3).subscribe(subscriber)
      XCTAssertEqual(subscriber.values, [3, 2, 1])
      XCTAssertEqual(subscriber.completions, [])
      subscriber.subscription?.request(.max(1))
      XCTAssertEqual(subscriber.values, [3, 2, 1, 0])
      XCTAssertEqual(subscriber.completions, [.finished])
    }
  }

  func testACountdownThatFails() {
    let rows: [Row<Int, Int>] = [([], [3]), ([1], [3, 2]), ([1, 1], [3, 2, 1])]
    for row in rows {
      let steps = Record(output: row.input, completion: .failure(Outage()))
      assertComesOut(row.output, .failure(Outage()), of: steps.countdown(from: 3))
    }
    let zeroFirst = Record(output: [1, 1, 1], completion: .failure(Outage())).countdown(from: 3)
    assertComesOut([3, 2, 1, 0], .finished, of: zeroFirst)
  }

  func testAStartThatIsNotPositive() throws {
    try assertTraps("countdown(from:): the start must be positive, but is 0") {
      _ = [1].publisher.countdown(from: 0)
    }
  }

  func testNothingComesAfterACancel() {
    assertIsSilentAfterACancel(sending: [1, nil], then: 3, [1]) { $0.unwrap() }
    assertIsSilentAfterACancel(sending: [1, 2], then: 3, [[1, 2]]) {
      $0.pairwise().map { [$0, $1] }
    }
    assertIsSilentAfterACancel(sending: [1, 2], then: 3, [1, 2]) { $0.log("number", to: { _ in }) }
    assertIsSilentAfterACancel(sending: [1, 1], then: 1, [3, 2, 1]) { $0.countdown(from: 3) }
  }

  private func assertComesOut<P: Publisher>(
    _ values: [P.Output], _ end: Subscribers.Completion<Outage>, of publisher: P,
    then check: () -> Void = {}, file: StaticString = #filePath, line: UInt = #line
  ) where P.Output: Equatable, P.Failure == Outage {
    let greedy = AskingSubscriber<P.Output, Outage>(first: .unlimited)
    let modest = AskingSubscriber<P.Output, Outage>(first: .max(1)) { _ in .max(1) }
    for subscriber in [greedy, modest] {
      publisher.subscribe(subscriber)
      XCTAssertEqual(subscriber.values, values, file: file, line: line)
      XCTAssertEqual(subscriber.completions, [end], file: file, line: line)
      check()
    }
  }

  private func assertIsSilentAfterACancel<Input, P: Publisher>(
    sending inputs: [Input], then last: Input, _ values: [P.Output],
    file: StaticString = #filePath, line: UInt = #line,
    _ make: (PassthroughSubject<Input, Outage>) -> P
  ) where P.Output: Equatable, P.Failure == Outage {
    let source = PassthroughSubject<Input, Outage>()
    let subscriber = AskingSubscriber<P.Output, Outage>(first: .unlimited)
    make(source).subscribe(subscriber)
    for input in inputs { source.send(input) }
    subscriber.subscription?.cancel()
    source.send(last)
    source.send(completion: .failure(Outage()))
    XCTAssertEqual(subscriber.values, values, file: file, line: line)
    XCTAssertEqual(subscriber.completions, [], file: file, line: line)
  }
}

private struct Outage: Error, Equatable {}
