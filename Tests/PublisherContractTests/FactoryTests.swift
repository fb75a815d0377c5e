import Foundation
import OpenCombineShim
import XCTest

@testable import PublisherContract

private let queue = DispatchQueue(label: "real time")

/// The examples that docs/Contract.md gives for the ways to make a thing under test.
final class FactoryTests: XCTestCase {
  private let facts = Facts { ($0.end, $0.isShared) = (20, true) }

  /// One for each row of the table that has an example of its own.
  private var things: [ThingUnderTest] {
    [
      .publisher("Numbers", facts) { Numbers(to: 20, on: $0) },
      .connectable("Numbers", facts) { ConnectableNumbers(to: 20, on: $0) },
      .operator("map") { $0.map { $0 * 2 } },
      .operator("delay", facts) { $0.delay(for: 1, scheduler: $1) },
      .connectableOperator("multicast", facts) { $0.multicast { PassthroughSubject() } },
      .subject("Passthrough") { PassthroughSubject<Int, ProbeError>() },
      .subscriber("Collector") { (Collector(log: $0), nil) },
      .realTimePublisher("delay", facts) { Just(1).delay(for: 0.01, scheduler: queue) },
      .realTimeConnectable("tick", facts) { Timer.publish(every: 0.01, on: .current, in: .common) },
    ]
  }

  func testThePageHasEachAsItStandsHere() throws {
    let page = RulePage.checking.split(separator: "\n")
    let examples = page.compactMap { $0.firstMatch(of: /\| `(\..+)` \|$/)?.1 }
    XCTAssertEqual(examples.count, things.count)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    for example in examples { XCTAssert(source.contains("      \(example),\n"), "\(example)") }
  }

  func testEachSendsAValueOnceItIsAskedForOne() {
    for thing in things where !thing.isRealTime {
      let scene = Scene(thing)
      scene.start()
      _ = scene.subscribeAny(first: .unlimited)
      scene.produce()
      XCTAssertNotNil(scene.firstLine { $0.kind == .value }, thing.name)
    }
    XCTAssertEqual(things.filter(\.isRealTime).count, 2)
  }
}
