/// A ring's end that is still to come.
struct End<Time: Comparable>: Comparable {
  /// When it comes.
  let due: Time
  /// How many rows had been set before this one.
  let order: UInt64
  /// The row's place.
  let slot: Int32
  /// Whose end it is.
  let unit: TimeUnit

  static func < (left: End, right: End) -> Bool {
    left.due == right.due ? left.order < right.order : left.due < right.due
  }
}

/// A binary heap of ends, one a row, that knows where each row's end stands.
///
/// So an end can be moved and taken out, and none that is out of date stays behind.
struct EndQueue<Time: Comparable> {
  private var ends: [End<Time>] = []
  private var positions: [Int32] = []  // of each row's end in the heap, or -1 where it has none

  /// Whether no row has an end left.
  var isEmpty: Bool { ends.isEmpty }

  /// The end that comes first.
  var first: End<Time>? { ends.first }

  /// Whether a row has an end left.
  func contains(slot: Int32) -> Bool { positions[Int(slot)] >= 0 }

  /// Puts in a row's end, in place of the one it had; O(log n).
  mutating func set(_ end: End<Time>) {
    while positions.count <= end.slot { positions.append(-1) }
    let position = Int(positions[Int(end.slot)])
    if position < 0 {
      ends.append(end)
      rise(end, from: ends.count - 1)
    } else {
      settle(end, at: position)
    }
  }

  /// Takes a row's end out, where it has one; O(log n).
  mutating func remove(slot: Int32) {
    let position = Int(positions[Int(slot)])
    guard position >= 0 else { return }
    positions[Int(slot)] = -1
    let last = ends.removeLast()
    if position < ends.count { settle(last, at: position) }
  }

  /// Finds the place of an end, from a place that has become free.
  private mutating func settle(_ end: End<Time>, at position: Int) {
    if position > 0, end < ends[(position - 1) / 2] {
      rise(end, from: position)
    } else {
      sink(end, from: position)
    }
  }

  private mutating func rise(_ end: End<Time>, from start: Int) {
    var position = start
    while position > 0, end < ends[(position - 1) / 2] {
      place(ends[(position - 1) / 2], at: position)
      position = (position - 1) / 2
    }
    place(end, at: position)
  }

  private mutating func sink(_ end: End<Time>, from start: Int) {
    var position = start
    while true {
      var child = 2 * position + 1
      if child + 1 < ends.count, ends[child + 1] < ends[child] { child += 1 }
      guard child < ends.count, ends[child] < end else { break }
      place(ends[child], at: position)
      position = child
    }
    place(end, at: position)
  }

  private mutating func place(_ end: End<Time>, at position: Int) {
    ends[position] = end
    positions[Int(end.slot)] = Int32(position)
  }
}
