import OpenCombineShim
import XCTest

@testable import PublisherContract

/// What the generated cases say of what was not written for them: no false alarm.
final class GeneratedBuiltInTests: XCTestCase {
  /// The rules that the generated cases break, and the first finding.
  private func broken(_ thing: ThingUnderTest) -> (rules: [Int], text: String) {
    let findings = GeneratedCases(thing: thing, effort: Effort()).outcome().findings
    return (findings.keys.sorted(), findings.values.map(\.text).joined(separator: "\n"))
  }

  private func assertNothingBroken(_ things: [ThingUnderTest]) {
    for thing in things {
      let (rules, text) = broken(thing)
      XCTAssertEqual(rules, [], "\(thing.name): \(text)")
    }
  }

  func testPublishers() {
    assertNothingBroken([
      .publisher("Empty") { _ in Empty<Int, Never>() },
      .publisher("Fail") { _ in Fail<Int, ProbeError>(error: ProbeError()) },
      .publisher("sequence") { _ in [1, 2, 3, 4, 5].publisher },
    ])
  }

  func testOperators() {
    assertNothingBroken([
      .operator("map") { $0.map { $0 * 2 } },
      .operator("scan") { $0.scan(0, +) },
      .operator("filter") { $0.filter { $0.isMultiple(of: 2) } },
      .operator("prefix") { $0.prefix(2) },
      .operator("dropFirst") { $0.dropFirst() },
      .operator("removeDuplicates") { $0.removeDuplicates() },
      .operator("retry") { $0.retry(1) },
    ])
  }

  func testOperatorsThatShare() {
    let facts = Facts { $0.isShared = true }
    assertNothingBroken([
      .operator("share", facts) { $0.share() },
      .operator("multicast", facts) {
        $0.multicast { CurrentValueSubject<Int, ProbeError>(0) }.autoconnect()
      },
    ])
  }

  func testOperatorsThatMayNotEndWithTheirUpstream() {
    assertNothingBroken([
      .operator("append") { $0.append(endless()) },
      .operator("catch") { $0.catch { _ in endless() } },
      .operator("flatMap") { $0.flatMap { _ in endless() } },
    ])
  }

  func testSubjectsWithKnownOrder() {
    let facts = Facts { $0.exemptions = [34: "it serves one subscriber after the other"] }
    assertNothingBroken([
      .subject("PassthroughSubject", facts) { PassthroughSubject<Int, ProbeError>() },
      .subject("CurrentValueSubject", facts) { CurrentValueSubject<Int, ProbeError>(1) },
    ])
  }

  /// Each of these sends something after a cancel has returned, on the thread that cancelled.
  func testWhatGoesOnBehindACancel() {
    for thing: ThingUnderTest in [
      .publisher("Just", make: { _ in Just(1) }), .operator("first", make: { $0.first() }),
      .operator("collect", make: { $0.collect(2) }),
    ] {
      XCTAssertEqual(broken(thing).rules, [21], thing.name)
    }
  }
}

private func endless() -> Empty<Int, ProbeError> { Empty(completeImmediately: false) }
