import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import PublisherContract

/// Operators that drop, add, hold back or rename values, and do it right, break nothing.
final class OddOperatorsTests: XCTestCase {
  private func verdict(on rule: Rule, _ thing: ThingUnderTest) -> String {
    let result = result(of: rule, on: thing, effort: .quick)
    return [result.title, result.reason].compactMap { $0 }.joined(separator: ": ")
  }

  func testTheEndBehindWhatAFilterDrops() {
    XCTAssertEqual(verdict(on: .rule16, passing { FilterOdd($0) }), "held")
    for rest in 0...1 {
      let filter = ThingUnderTest.operator("filter \(rest)") { $0.filter { $0 % 2 == rest } }
      XCTAssertEqual(verdict(on: .rule16, filter), "held")
    }
  }

  func testTheEndOfOneOfSeveralUpstreams() {
    let noEnd = "not exercised: no completion came"
    XCTAssertEqual(verdict(on: .rule16, passing { MergedWithNever($0) }), noEnd)
    let appended = ThingUnderTest.operator("append") {
      $0.append(Empty(completeImmediately: false))
    }
    XCTAssertEqual(verdict(on: .rule16, appended), noEnd)
  }

  func testTheDemandOfWhatPassesOnFewerValues() {
    XCTAssertEqual(verdict(on: .rule14, passing { FilterOdd($0) }), "held")
    XCTAssertEqual(verdict(on: .rule14, passing { FirstTwo($0) }), "held")
    XCTAssertEqual(verdict(on: .rule14, passing { HoldsOneBack($0) }), "held")
  }

  func testAValueAtTheEnd() {
    XCTAssertEqual(verdict(on: .rule17, buffering { Appends($0) }), "held")
  }

  func testValuesThatDifferInEachRun() {
    let uuids = ThingUnderTest.publisher("UUIDs", .reference) {
      Numbers(to: 20, on: $0).map { _ in UUID() }
    }
    for rule in [Rule.rule07, .rule24] { XCTAssertEqual(verdict(on: rule, uuids), "held") }
    let identities = ThingUnderTest.publisher("identities", .reference) {
      Numbers(to: 20, on: $0).map { _ in Named() }
    }
    for rule in [Rule.rule07, .rule24] { XCTAssertEqual(verdict(on: rule, identities), "held") }
    let buffer = ThingUnderTest.operator("buffer", Facts { $0.upstreamDemand = .unlimited }) {
      Buffering(upstream: $0).map { _ in UUID() }
    }
    XCTAssertEqual(verdict(on: .rule17, buffer), "held")
    let shared = ThingUnderTest.operator("shared", .sharing) {
      Sharing(upstream: $0).map { _ in UUID() }
    }
    XCTAssertEqual(verdict(on: .rule34, shared), "not exercised: its values differ in each run")
    for rule in [Rule.rule07, .rule24] { XCTAssertEqual(verdict(on: rule, shared), "held") }
  }

  func testOneThatSubscribesOnceMore() {
    let result = result(of: .rule28, on: .operator("retry") { $0.retry(1) }, effort: .quick)
    XCTAssertEqual(result.title, "held", result.reason ?? "")
  }

  func testNoOtherRuleIsBroken() {
    let reports = contractReports(of: [
      ({ passing("filter") { FilterOdd($0) } }, .quick),
      ({ passing("first two") { FirstTwo($0) } }, .quick),
      ({ passing("holds one back") { HoldsOneBack($0) } }, .quick),
      ({ buffering { Appends($0) } }, .quick),
      ({ .operator("shared", .sharing) { Sharing(upstream: $0).map { _ in UUID() } } }, .quick),
    ])
    for report in reports { XCTAssertEqual(report.findings.map(\.text), []) }
  }

  func testWhatGoesOnAfterACancel() {
    let thing = ThingUnderTest.subject("goes on") { Relay { GoesOn($0) } }
    XCTAssertEqual(
      verdict(on: .rule06, thing), "not exercised: it goes on after a cancel: see rule 21")
  }
}

private func passing(
  _ name: String = "passing", _ makeLink: @escaping @Sendable (Outlet.Downstream) -> Link
) -> ThingUnderTest {
  .operator(name) { Passing(upstream: $0, makeLink: makeLink) }
}

private func buffering(
  _ makeLink: @escaping @Sendable (Outlet.Downstream) -> BufferingLink
) -> ThingUnderTest {
  .operator("buffering", Facts { $0.upstreamDemand = .unlimited }) {
    Buffering(upstream: $0, makeLink: makeLink)
  }
}

/// Passes odd values on, and asks for one more for each even one.
private final class FilterOdd: Link, @unchecked Sendable {
  override func receive(_ value: Int) -> Subscribers.Demand {
    guard value.isMultiple(of: 2) else { return super.receive(value) }
    return lock.withLock { upstream == nil ? .none : .max(1) }
  }
}

/// What `merge(with:)` makes of one upstream where the other one never ends.
private final class MergedWithNever: Link, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    if case .failure = completion { super.receive(completion: completion) }
  }
}

/// Passes two values on, and finishes with the second one.
private final class FirstTwo: Link, @unchecked Sendable {
  private var count = 0  // guarded by the lock

  override func receive(_ value: Int) -> Subscribers.Demand {
    let number = lock.withLock {
      count += 1
      return count
    }
    let demand = super.receive(value)
    guard number == 2 else { return demand }
    let (upstream, downstream) = end()
    upstream?.cancel()
    downstream?.receive(completion: .finished)
    return .none
  }
}

/// Passes each value on when the next one comes, and asks for one more for the first.
private final class HoldsOneBack: Link, @unchecked Sendable {
  private var held: Int?  // guarded by the lock

  override func receive(_ value: Int) -> Subscribers.Demand {
    let before = lock.withLock {
      defer { held = value }
      return held
    }
    guard let before else { return lock.withLock { upstream == nil ? .none : .max(1) } }
    return super.receive(before)
  }
}

/// Sends one more value before the finish.
private final class Appends: BufferingLink, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    if case .finished = completion { accept(100) }
    super.receive(completion: completion)
  }
}

/// Has nothing to cancel, it thinks.
private final class GoesOn: Outlet, @unchecked Sendable {
  override func cancel() {}
}

/// A value whose name is its place in memory.
private final class Named: CustomStringConvertible {
  var description: String { "\(ObjectIdentifier(self))" }
}
