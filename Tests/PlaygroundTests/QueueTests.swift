import Playground
import TestSupport
import XCTest

final class QueueTests: XCTestCase {
  func testEmpty() {
    var queue = Queue<Int>()
    XCTAssert(queue.isEmpty)
    XCTAssertNil(queue.popFirst())
  }

  func testOneAndTwo() {
    var queue = Queue<Int>()
    queue.append(1)
    XCTAssertFalse(queue.isEmpty)
    queue.append(2)
    XCTAssertEqual([queue.popFirst(), queue.popFirst(), queue.popFirst()], [1, 2, nil])
    XCTAssert(queue.isEmpty)
  }

  func testManyComeOutInTheirOrder() {
    for seed in 0..<50 {
      var random = SeededGenerator(seed: seed)
      var queue = Queue<Int>()
      var model: [Int] = []
      for number in 0..<1_000 {
        if Int.random(in: 0..<5, using: &random) < 3 {
          queue.append(number)
          model.append(number)
        } else {
          XCTAssertEqual(queue.popFirst(), model.isEmpty ? nil : model.removeFirst())
        }
        XCTAssertEqual(queue.isEmpty, model.isEmpty)
      }
    }
  }

  func testAValueThatWasTakenOutIsReleasedSoon() {
    var queue = Queue<NSObject>()
    var values: [WeakReference] = []
    for _ in 0..<100 {
      let value = NSObject()
      values.append(WeakReference(value))
      queue.append(value)
    }
    for _ in 0..<100 { _ = queue.popFirst() }
    XCTAssertEqual(values.filter { $0.object != nil }.count, 0)
  }
}
