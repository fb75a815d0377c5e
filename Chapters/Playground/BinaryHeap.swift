/// A binary heap whose first element is the least.
///
/// Elements that compare as equal come out in no particular order.
public struct BinaryHeap<Element: Comparable> {
  @usableFromInline var elements: [Element] = []

  /// Creates an empty heap.
  @inlinable public init() {}

  /// The number of elements.
  @inlinable public var count: Int { elements.count }

  /// The least element, or nil where there is none.
  @inlinable public var first: Element? { elements.first }

  /// Adds an element; O(log n).
  @inlinable public mutating func push(_ element: Element) {
    elements.append(element)
    elements.withUnsafeMutableBufferPointer { heap in
      var child = heap.count - 1
      while child > 0 {
        let parent = (child - 1) / 2
        guard heap[child] < heap[parent] else { return }
        heap.swapAt(child, parent)
        child = parent
      }
    }
  }

  /// Takes the least element out, or returns nil where there is none; O(log n).
  @inlinable public mutating func pop() -> Element? {
    guard elements.count > 1 else { return elements.popLast() }
    elements.swapAt(0, elements.count - 1)
    let least = elements.removeLast()
    sink(0)
    return least
  }

  /// Keeps the elements that satisfy a condition, and returns the others; O(n).
  @inlinable public mutating func partition(keeping keeps: (Element) -> Bool) -> [Element] {
    let removed = elements.filter { !keeps($0) }
    elements = elements.filter(keeps)
    for index in (0..<elements.count / 2).reversed() { sink(index) }
    return removed
  }

  /// Takes all elements out, in no particular order.
  @inlinable public mutating func removeAll() -> [Element] {
    defer { elements = [] }
    return elements
  }

  @inlinable mutating func sink(_ start: Int) {
    elements.withUnsafeMutableBufferPointer { heap in
      var parent = start
      while true {
        var child = 2 * parent + 1
        guard child < heap.count else { return }
        if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
        guard heap[child] < heap[parent] else { return }
        heap.swapAt(child, parent)
        parent = child
      }
    }
  }
}
