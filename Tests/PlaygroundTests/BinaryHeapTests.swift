import XCTest

@testable import Playground

final class BinaryHeapTests: XCTestCase {
  private func heap<Element>(of elements: [Element]) -> BinaryHeap<Element> {
    var heap = BinaryHeap<Element>()
    for element in elements { heap.push(element) }
    return heap
  }

  /// Pops everything.
  private func drained<Element>(_ heap: BinaryHeap<Element>) -> [Element] {
    var heap = heap
    var elements: [Element] = []
    while let element = heap.pop() { elements.append(element) }
    return elements
  }

  private func randomNumbers(_ seed: Int) -> [Int] {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...100, using: &random)
    return (0..<count).map { _ in Int.random(in: 0...60, using: &random) }
  }

  // MARK: Pushing and popping

  func testEmpty() {
    var heap = BinaryHeap<Int>()
    XCTAssertEqual(heap.count, 0)
    XCTAssertNil(heap.first)
    XCTAssertNil(heap.pop())
  }

  func testOne() {
    var heap = heap(of: [7])
    XCTAssertEqual(heap.count, 1)
    XCTAssertEqual(heap.first, 7)
    XCTAssertEqual(heap.pop(), 7)
    XCTAssertEqual(heap.count, 0)
    XCTAssertNil(heap.pop())
  }

  func testTwo() {
    for elements in [[1, 2], [2, 1], [1, 1]] {
      let heap = heap(of: elements)
      XCTAssertEqual(heap.count, 2)
      XCTAssertEqual(heap.first, 1)
      XCTAssertEqual(drained(heap), elements.sorted())
    }
  }

  func testManyComeOutSorted() {
    for seed in 0..<200 {
      let numbers = randomNumbers(seed)
      let heap = heap(of: numbers)
      XCTAssertEqual(heap.count, numbers.count, "seed \(seed)")
      XCTAssertEqual(heap.first, numbers.min(), "seed \(seed)")
      XCTAssertEqual(drained(heap), numbers.sorted(), "seed \(seed)")
    }
  }

  func testPushesAndPopsInTurn() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      var heap = BinaryHeap<Int>()
      var sorted: [Int] = []
      for _ in 0..<200 {
        if Int.random(in: 0..<5, using: &random) < 3 {
          let number = Int.random(in: 0..<100, using: &random)
          heap.push(number)
          sorted.append(number)
          sorted.sort()
        } else {
          XCTAssertEqual(heap.pop(), sorted.isEmpty ? nil : sorted.removeFirst(), "seed \(seed)")
        }
      }
      XCTAssertEqual(drained(heap), sorted, "seed \(seed)")
    }
  }

  // MARK: Partitioning

  func testPartitionOfNothing() {
    var heap = BinaryHeap<Int>()
    XCTAssertEqual(heap.partition { _ in true }, [])
    XCTAssertEqual(heap.count, 0)
  }

  func testPartitionThatKeepsAll() {
    var heap = heap(of: [3, 1, 2])
    XCTAssertEqual(heap.partition { _ in true }, [])
    XCTAssertEqual(drained(heap), [1, 2, 3])
  }

  func testPartitionThatKeepsNone() {
    var heap = heap(of: [3, 1, 2])
    XCTAssertEqual(heap.partition { _ in false }.sorted(), [1, 2, 3])
    XCTAssertEqual(heap.count, 0)
    XCTAssertNil(heap.pop())
  }

  func testPartitionKeepsSomeInOrder() {
    for seed in 0..<200 {
      let numbers = randomNumbers(seed)
      var heap = heap(of: numbers)
      let removed = heap.partition { $0 % 3 == 1 }
      XCTAssertEqual(removed.sorted(), numbers.filter { $0 % 3 != 1 }.sorted(), "seed \(seed)")
      XCTAssertEqual(drained(heap), numbers.filter { $0 % 3 == 1 }.sorted(), "seed \(seed)")
    }
  }

  func testPushAfterPartition() {
    var heap = heap(of: [6, 5, 4, 3, 2, 1])
    XCTAssertEqual(heap.partition { $0 > 2 }.sorted(), [1, 2])
    heap.push(0)
    heap.push(7)
    XCTAssertEqual(drained(heap), [0, 3, 4, 5, 6, 7])
  }
}
