import OpenCombineShim
import Playground
import XCTest

@testable import Chapter5

final class SharingModelTests: XCTestCase {
  func testTheModelItself() {
    var model = SharingModel(capacity: 2)
    for step: SharingStep in [
      .send(0), .subscribe(habits: Habits(first: 1)), .send(1), .send(2), .send(3),
      .subscribe(habits: Habits(first: 9)), .finish, .request(1, subscriber: 0),
      .subscribe(habits: Habits(first: 1, returned: 1)),
    ] { model.take(step) }
    XCTAssertEqual(model.received.map(\.description), ["[1, 2]", "[2, 3]|", "[2, 3]|"])
    XCTAssertEqual([model.connections, model.cancels], [1, 0])

    model = SharingModel(capacity: 2)
    for step: SharingStep in [
      .subscribe(habits: Habits(first: 9, cancelsAt: 1)), .send(1), .send(2),
      .subscribe(habits: Habits(first: 9)), .send(3), .cancel(subscriber: 1),
    ] { model.take(step) }
    XCTAssertEqual(model.received.map(\.description), ["[1]", "[3]"])
    XCTAssertEqual([model.connections, model.cancels], [2, 2])
  }

  func testRandomSubscribersReceiveWhatTheModelSays() {
    var completions = 0
    for seed in 0..<3_000 {
      var random = SeededGenerator(seed: seed)
      let capacity = [0, 1, 2, 3, 4, 5, 8, 17, 100, .max].randomElement(using: &random)!
      let steps = randomSteps(&random)
      var model = SharingModel(capacity: capacity)
      let actual = Run(capacity: capacity)
      for (index, step) in steps.enumerated() {
        model.take(step)
        actual.take(step)
        guard actual.received == model.received else {
          return XCTFail(
            """
            seed \(seed), capacity \(capacity): \(steps[...index])
            expected \(model.received)
            received \(actual.received)
            """)
        }
      }
      XCTAssertEqual(actual.connections, model.connections, "seed \(seed)")
      XCTAssertEqual(actual.cancels, model.cancels, "seed \(seed)")
      completions += model.received.filter(\.isComplete).count
    }
    XCTAssertGreaterThan(completions, 1_000)
  }

  private func randomSteps(_ random: inout SeededGenerator) -> [SharingStep] {
    (0..<Int.random(in: 1...60, using: &random)).map { index in
      let subscriber = Int.random(in: 0...5, using: &random)
      switch Int.random(in: 0..<24, using: &random) {
      case 0..<12: return .send(index)
      case 12..<16:
        return .subscribe(
          habits: Habits(
            first: [0, 0, 1, 2, 1_000_000].randomElement(using: &random)!,
            returned: Int.random(in: 0...1, using: &random),
            cancelsAt: Bool.random(using: &random) ? nil : Int.random(in: 1...9, using: &random)))
      case 16..<20: return .request(Int.random(in: 1...9, using: &random), subscriber: subscriber)
      case 20..<23: return .cancel(subscriber: subscriber)
      default: return index > 20 ? .finish : .send(index)
      }
    }
  }
}

/// The same steps with a subject and the operator.
private final class Run {
  private let subject = PassthroughSubject<Int, Never>()
  private let shared: AnyPublisher<Int, Never>
  private var subscribers: [HabitualSubscriber] = []
  private let counts = Counts()

  private final class Counts {
    var (connections, cancels) = (0, 0)
  }

  init(capacity: Int) {
    let counts = counts
    shared =
      subject.handleEvents(
        receiveSubscription: { _ in counts.connections += 1 },
        receiveCancel: { counts.cancels += 1 }
      )
      .shareReplay(capacity: capacity).eraseToAnyPublisher()
  }

  var connections: Int { counts.connections }
  var cancels: Int { counts.cancels }
  var received: [Received] { subscribers.map(\.received) }

  func take(_ step: SharingStep) {
    switch step {
    case .send(let value): subject.send(value)
    case .finish: if connections > cancels { subject.send(completion: .finished) }
    case .subscribe(let habits):
      let subscriber = HabitualSubscriber(habits)
      subscribers.append(subscriber)
      shared.subscribe(subscriber)
    case .request(let count, let index):
      guard index < subscribers.count else { return }
      subscribers[index].subscription?.request(.max(count))
    case .cancel(let index):
      guard index < subscribers.count else { return }
      subscribers[index].subscription?.cancel()
    }
  }

  deinit { for subscriber in subscribers { subscriber.subscription?.cancel() } }
}

private final class HabitualSubscriber: Subscriber {
  private let habits: Habits
  private(set) var received = Received()
  private(set) var subscription: Subscription?

  init(_ habits: Habits) {
    self.habits = habits
  }

  func receive(subscription: Subscription) {
    self.subscription = subscription
    subscription.request(.max(habits.first))
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    received.values.append(value)
    if habits.cancelsAt == received.values.count { subscription?.cancel() }
    return .max(habits.returned)
  }

  func receive(completion: Subscribers.Completion<Never>) {
    received.isComplete = true
  }
}
