import Foundation
import OpenCombineShim
import Playground
import XCTest

@testable import Chapter3

final class CountdownModelTests: XCTestCase {
  func testTheModelItself() {
    XCTAssertEqual(
      [0, 1, 999, 1_000, 1_001, 2_499, 2_500, 9_000].map {
        countdownValue(duration: 2_500, interval: 1_000, elapsed: $0)
      }, [2_500, 2_500, 2_500, 1_500, 1_500, 500, 0, 0])
    XCTAssertEqual(
      expectedEvents(
        duration: 3, interval: 1,
        steps: [.advance(5), .request(2), .advance(2), .stall(4), .advance(0), .request(1)]
      ).map(\.description), ["5: 3", "6: 2", "11: 0", "11: finished"])
  }

  func testRandomCountdownsSendWhatTheModelSays() throws {
    for seed in 0..<2_000 {
      var random = SeededGenerator(seed: seed)
      let duration = Int.random(in: 0...5_000, using: &random)
      let interval = Int.random(in: 1...1_500, using: &random)
      let steps = (0..<Int.random(in: 1...30, using: &random)).map { _ -> CountdownStep in
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: .advance(Int.random(in: 0...1_000, using: &random))
        case 5: .stall(Int.random(in: 0...2_500, using: &random))
        case 6: .request(nil)
        default: .request(Int.random(in: 1...5, using: &random))
        }
      }
      let slowness =
        seed % 3 == 0 ? (0..<8).map { _ in Int.random(in: 0...900, using: &random) } : [0]
      let appetite = (0..<8).map { _ in max(0, Int.random(in: -3...2, using: &random)) }
      let habits = CountdownHabits(
        stall: { slowness[$0 % slowness.count] }, returned: { appetite[$0 % appetite.count] })
      let expected = expectedEvents(
        duration: duration, interval: interval, steps: steps, habits: habits)
      let actual = try events(
        duration: duration, interval: interval, steps: steps, habits: habits)
      XCTAssertEqual(
        actual, expected,
        "seed \(seed): \(duration) every \(interval), \(steps), \(slowness), \(appetite)")
      if actual != expected { return }
    }
  }

  private func events(
    duration: Int, interval: Int, steps: [CountdownStep], habits: CountdownHabits
  ) throws -> [CountdownEvent] {
    let scheduler = VirtualTimeScheduler()
    let subscriber = Probe(scheduler, habits)
    Timer.countdown(Double(duration) / 1_000, every: Double(interval) / 1_000, on: scheduler)
      .subscribe(subscriber)
    for step in steps {
      switch step {
      case .advance(let time): try scheduler.advance(by: .milliseconds(time))
      case .stall(let time): scheduler.stall(for: .milliseconds(time))
      case .request(let count):
        subscriber.subscription?.request(count.map { .max($0) } ?? .unlimited)
      }
    }
    subscriber.subscription?.cancel()
    return subscriber.events
  }
}

/// Keeps what arrives, with its time, in milliseconds.
private final class Probe: Subscriber {
  private let scheduler: VirtualTimeScheduler
  private let habits: CountdownHabits
  private(set) var events: [CountdownEvent] = []
  private(set) var subscription: Subscription?

  init(_ scheduler: VirtualTimeScheduler, _ habits: CountdownHabits) {
    self.scheduler = scheduler
    self.habits = habits
  }

  func receive(subscription: Subscription) { self.subscription = subscription }

  func receive(_ left: TimeInterval) -> Subscribers.Demand {
    let count = events.count
    note(Int((left * 1_000).rounded()))
    scheduler.stall(for: .milliseconds(habits.stall(count)))
    return .max(habits.returned(count))
  }

  func receive(completion: Subscribers.Completion<Never>) {
    note(-1)
    subscription = nil
  }

  private func note(_ left: Int) {
    let time = Int(scheduler.now.nanoseconds / 1_000_000)
    events.append(CountdownEvent(time: time, left: left))
  }
}
