/// A queue of values in the order in which they came.
///
/// Appending and taking out are constant on average, however long the queue has grown.
public struct Queue<Element> {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var head = 0  // what stands before it has been taken out

  /// Creates an empty queue.
  @inlinable public init() {}

  /// Whether there is nothing to take out.
  @inlinable public var isEmpty: Bool { head == elements.count }

  /// Adds a value at the end.
  @inlinable public mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes out the first value, or returns nil where there is none.
  @inlinable public mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head]
    head += 1
    // What was taken out goes when it is half of all, so that each value is moved at most once.
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
