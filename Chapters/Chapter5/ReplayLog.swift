/// The values that somebody may still need, each under its place among all that ever came.
///
/// It is a ring: the place of a value says which slot it has, so that nothing moves when old values
/// go. Appending and dropping are constant for each value on average, looking one up always.
///
/// The slots are raw memory, because an array looks at itself before each change, and one of
/// optionals takes twice the room. Nothing outside of this type knows, and nobody can copy it.
struct ReplayLog<Element>: ~Copyable {
  /// What was dropped, handed out so that it can be released where no lock is held.
  ///
  /// As a rule it is one value, and for one there is no array to allocate.
  struct Dropped {
    var first: Element?
    var others: [Element] = []
  }

  private var slots: UnsafeMutablePointer<Element>
  private var size = 4  // how many slots; a power of two

  /// The place of the oldest value.
  private(set) var start = 0
  /// The place behind the newest value.
  private(set) var end = 0

  init() {
    slots = .allocate(capacity: size)
  }

  deinit {
    for place in start..<end { slot(place).deinitialize(count: 1) }
    slots.deallocate()
  }

  var count: Int { end - start }

  /// The value at a place, which must lie from `start` to before `end`.
  subscript(place: Int) -> Element { slot(place).pointee }

  mutating func append(_ element: Element) {
    if count == size { resize(to: 2 * size) }
    slot(end).initialize(to: element)
    end += 1
  }

  /// Drops what stands before a place, which must not lie behind `end`.
  mutating func drop(before place: Int) -> Dropped {
    guard start < place else { return Dropped() }
    let first = slot(start).move()
    start += 1
    let others = start < place ? dropOthers(before: place) : []
    var wanted = size
    while wanted > 4, count <= wanted / 4 { wanted /= 2 }
    if wanted < size { resize(to: wanted) }
    return Dropped(first: first, others: others)
  }

  private mutating func dropOthers(before place: Int) -> [Element] {
    var others: [Element] = []
    others.reserveCapacity(place - start)
    for place in start..<place { others.append(slot(place).move()) }
    start = place
    return others
  }

  private func slot(_ place: Int) -> UnsafeMutablePointer<Element> {
    slots + (place & (size - 1))
  }

  /// Makes room, or gives some back. The next time is far off, so that it costs little on average.
  private mutating func resize(to newSize: Int) {
    let newSlots = UnsafeMutablePointer<Element>.allocate(capacity: newSize)
    for place in start..<end {
      (newSlots + (place & (newSize - 1))).moveInitialize(from: slot(place), count: 1)
    }
    slots.deallocate()
    (slots, size) = (newSlots, newSize)
  }
}
