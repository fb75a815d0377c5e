import OpenCombineShim
import Playground
import TestSupport
import XCTest

final class TrapTests: XCTestCase {
  private let scheduler = VirtualTimeScheduler()

  func testTimeThatRunsBackwardsTraps() throws {
    try assertTraps(
      "VirtualTimeScheduler.advance(by:): interval must not be negative, but is -0.500s"
    ) { try? scheduler.advance(by: -0.5) }
    try assertTraps(
      "VirtualTimeScheduler.stall(for:): interval must not be negative, but is -1.000s"
    ) { scheduler.stall(for: -1) }
    try assertTraps(
      "VirtualTimeScheduler.advance(to:): the time must not lie before 2.000s, but is 1.000s"
    ) {
      try? scheduler.advance(by: 2)
      try? scheduler.advance(to: .origin.advanced(by: 1))
    }
  }

  func testARepeatingEventWithoutAnIntervalTraps() throws {
    try assertTraps(
      """
      VirtualTimeScheduler.schedule(after:interval:): interval must be positive, but is 0.000s
      """
    ) { _ = scheduler.schedule(after: .origin, interval: 0) {} }
  }

  func testSecondsThatAreNotFiniteTrap() throws {
    try assertTraps("VirtualTime.Stride.seconds(_:): must be finite, but is nan") {
      _ = VirtualTime.Stride.seconds(Double.nan)
    }
    try assertTraps("VirtualTime.Stride.seconds(_:): must be finite, but is -inf") {
      _ = VirtualTime.Stride.seconds(-Double.infinity)
    }
  }
}
