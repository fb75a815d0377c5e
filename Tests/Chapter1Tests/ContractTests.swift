import Playground
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter1

/// The publishers of this chapter keep the publisher contract.
final class ContractTests: XCTestCase {
  func testTimerPublisher() {
    assertKeepsContract(
      .connectable("TimerPublisher") { TimerPublisher(every: 1, scheduler: $0) })
  }

  func testAutoconnected() {
    assertKeepsContract(
      .operator("autoconnected()", Facts { $0.isConnectionShared = true }) { $0.autoconnected() })
  }

  func testAnAutoconnectedTimer() {
    assertKeepsContract(
      .publisher("TimerPublisher.autoconnected()") {
        TimerPublisher(every: 1, scheduler: $0).autoconnected()
      })
  }
}
