import Playground
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter1

/// The publishers of this chapter keep the publisher contract.
final class ContractTests: XCTestCase {
  /// The rules about a completion.
  private let ofATimer = [
    15: "a timer never completes", 16: "a timer never completes", 18: "a timer never completes",
    19: "a timer never completes",
  ]

  func testEach() {
    let timer: @Sendable () -> ThingUnderTest = {
      .connectable("TimerPublisher") { TimerPublisher(every: 1, scheduler: $0) }
    }
    let autoconnected: @Sendable () -> ThingUnderTest = {
      .operator("autoconnected()", Facts { $0.isConnectionShared = true }) { $0.autoconnected() }
    }
    let autoconnectedTimer: @Sendable () -> ThingUnderTest = {
      .publisher("TimerPublisher.autoconnected()") {
        TimerPublisher(every: 1, scheduler: $0).autoconnected()
      }
    }
    assertKeepContract(
      [(timer, ofATimer), (autoconnected, [:]), (autoconnectedTimer, ofATimer)],
      effort: Effort { $0.rounds = 500 })
  }
}
