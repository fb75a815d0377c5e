import Foundation
import Playground
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter3

/// The publishers of this chapter keep the publisher contract.
final class ContractTests: XCTestCase {
  func testCountdownPublisher() {
    assertKeepsContract(
      .publisher("CountdownPublisher", Facts { $0.end = 20 }) {
        Timer.countdown(20, every: 1, on: $0)
      })
  }

  func testACountdownThatTheIntervalsDoNotFill() {
    assertKeepsContract(
      .publisher("CountdownPublisher", Facts { $0.end = 20 }) {
        Timer.countdown(19.5, every: 1, on: $0)
      })
  }

  func testACountdownFromZero() {
    assertKeepsContract(
      .publisher("CountdownPublisher", Facts { $0.end = 1 }) {
        Timer.countdown(0, every: 1, on: $0)
      },
      notExercised: [
        3: "its value comes at once, before either subscription can be cancelled",
        6: "it has one value", 7: "it has one value", 11: "it has one value",
        13: "it has one value",
      ])
  }
}
