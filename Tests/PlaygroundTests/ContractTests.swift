import Playground
import PublisherContract
import TestSupport
import XCTest

/// The playground's operator keeps the publisher contract.
final class ContractTests: XCTestCase {
  func testRecorded() {
    assertKeepsContract(
      .operator("recorded(as:in:)") {
        $0.recorded(as: "a", in: Transcript(scheduler: VirtualTimeScheduler()))
      })
  }
}
