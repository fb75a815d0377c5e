import OpenCombineShim
import TestSupport
import XCTest

@testable import PublisherContract

/// What can't be brought about is not said to hold, and what ends rightly breaks nothing.
final class EndingsTests: XCTestCase {
  private func reasons(_ rules: [Int], _ report: ContractReport) -> Set<String> {
    Set(
      rules.map { number in
        let result = report.results[number - 1]
        return "\(result.title): \(result.reason ?? "")"
      })
  }

  func testAPublisherThatHandsOverNoSubscription() {
    let thing = ThingUnderTest.publisher("Deaf", Facts { $0.end = 1 }) { _ in Deaf() }
    let report = contractReport(of: thing, effort: .quick)
    XCTAssertEqual(
      reasons([10, 25, 26, 27], report), ["not exercised: no subscription came"], report.text)
  }

  func testAPublisherThatIsEmptyAtOnce() {
    let thing = ThingUnderTest.publisher("Ended", Facts { $0.end = 0 }) { _ in Ended() }
    let report = contractReport(of: thing, effort: .quick)
    XCTAssertEqual(report.findings.map(\.text), [])
    XCTAssertEqual(
      reasons([25, 26, 27], report),
      ["not exercised: it had ended before it could be cancelled"], report.text)
    XCTAssertEqual(
      reasons([10], report), ["not exercised: it had ended before it could be asked"], report.text)
  }

  func testAnOperatorThatEndsWithoutItsUpstream() {
    let thing = ThingUnderTest.operator("Ended", Facts { $0.upstreamDemand = .other("none") }) {
      _ in Ended()
    }
    let report = contractReport(of: thing, effort: .quick)
    XCTAssertEqual(report.findings.map(\.text), [])
    XCTAssertEqual(
      reasons([20], report), ["not exercised: it does not subscribe to the upstream"], report.text)
  }

  func testAnOperatorThatEndsByItself() {
    let report = contractReport(
      of: .operator("FirstThree") { Passing(upstream: $0, makeLink: { FirstThree($0) }) },
      effort: .quick)
    XCTAssertEqual(report.findings.map(\.text), [])
    XCTAssert(Set(report.held).isSuperset(of: [15, 19, 20, 28, 29]), report.text)
  }

  func testAnOperatorThatDoesNotEndWithAFailure() {
    for (name, link) in [("Finishes", FinishesOnFailure.self), ("Waits", WaitsOnFailure.self)]
      as [(String, Link.Type)]
    {
      let report = contractReport(
        of: .operator(name) { Passing(upstream: $0, makeLink: { link.init($0) }) }, effort: .quick)
      XCTAssertEqual(report.findings.map(\.text), [])
      XCTAssert(Set(report.held).isSuperset(of: [15, 16, 19, 20, 28, 29]), report.text)
    }
  }
}

/// Takes no notice of who subscribes.
private struct Deaf: Publisher {
  typealias Output = Int
  typealias Failure = ProbeError

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {}
}

/// Finishes at once.
private struct Ended: Publisher {
  typealias Output = Int
  typealias Failure = ProbeError

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    let outlet = Outlet(AnySubscriber(subscriber))
    outlet.accept(.finished)
    subscriber.receive(subscription: outlet)
    outlet.open()
  }
}

private final class FinishesOnFailure: Link, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    super.receive(completion: .finished)
  }
}

/// Never ends behind a failure, as one whose other source goes on.
private final class WaitsOnFailure: Link, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    if case .finished = completion { return super.receive(completion: completion) }
    lock.withLock { upstream = nil }
  }
}
