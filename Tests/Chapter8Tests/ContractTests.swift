import OpenCombineShim
import Playground
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter8

/// The chain breaks what its page says, and nothing that `dropFirst` alone would keep.
final class ContractTests: XCTestCase {
  func testTheChainBreaksOnlyWhatDropFirstBreaks() throws {
    let facts = Facts {
      $0.exemptions = [23: "the state goes on changing, whoever cancels"]
    }
    let things: [@Sendable () -> ThingUnderTest] = [
      { .publisher("valuePublisher", facts) { stateThatChanges(on: $0).valuePublisher } },
      {
        .operator("dropFirst", Facts { $0.upstreamDemand = .total { $0 + 1 } }) { $0.dropFirst() }
      },
    ]
    let effort = Effort {
      $0.rounds = 20
      $0.sequences = 20
    }
    let reports = contractReports(of: things.map { ($0, effort) })
    let broken = reports.map { Set($0.findings.map(\.rule.number)) }
    XCTAssertEqual(
      broken[0], try rulesNamed(onPage: "Chapter8", under: "What it is made of, it inherits"),
      reports[0].text)
    XCTAssert(broken[0].union([23]).isSubset(of: broken[1]), reports[1].text)
  }
}

private func stateThatChanges(on scheduler: VirtualTimeScheduler) -> State {
  let state = State(generator: SeededGenerator(seed: 8))
  atEachSecond(of: scheduler) { state.next() }
  return state
}

private func atEachSecond(of scheduler: VirtualTimeScheduler, _ work: @escaping () -> Void) {
  scheduler.schedule(after: scheduler.now.advanced(by: 1)) {
    work()
    atEachSecond(of: scheduler, work)
  }
}
