import OpenCombineShim

/// The rows of a table and their ends: what the table's lock guards, without any clock.
struct CountdownRows<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  private struct Slot {
    var deadline: Time
    var generation: UInt32
  }

  private var slots: [Slot] = []
  private var vacant: [Int32] = []
  private var ends = EndQueue<Time>()

  /// How often a row has been set.
  private(set) var settings: UInt64 = 0

  /// Whether an end is still to come.
  var isRunning: Bool { !ends.isEmpty }

  /// Adds a row; O(log n).
  mutating func add(_ time: TimeLeft, at now: Time) -> Row {
    let row: Row
    if let slot = vacant.popLast() {
      row = Row(slot: slot, generation: slots[Int(slot)].generation)
    } else {
      row = Row(slot: Int32(slots.count), generation: 0)
      slots.append(Slot(deadline: now, generation: 0))
    }
    start(row.slot, time, at: now)
    return row
  }

  /// Takes a row away; O(log n).
  ///
  /// - Returns: Whether there was such a row.
  mutating func remove(_ row: Row) -> Bool {
    guard contains(row) else { return false }
    ends.remove(slot: row.slot)
    // A place whose generations are used up stays empty: its next row would have an old name.
    if row.generation < .max {
      slots[Int(row.slot)].generation += 1
      vacant.append(row.slot)
    }
    return true
  }

  /// Starts a row again, with another time; O(log n).
  ///
  /// - Returns: Whether there is such a row.
  mutating func reset(_ row: Row, to time: TimeLeft, at now: Time) -> Bool {
    guard contains(row) else { return false }
    start(row.slot, time, at: now)
    return true
  }

  /// What is left of a row, or nil where there is no such row.
  ///
  /// A row that has told its last end is at nothing for good: no later tick would put it right if it
  /// were looked at with a clock that was read before, or was set back.
  func timeLeft(of row: Row, at now: Time) -> TimeLeft? {
    guard contains(row) else { return nil }
    guard ends.contains(slot: row.slot) else { return TimeLeft() }
    return TimeLeft(from: now, until: slots[Int(row.slot)].deadline)
  }

  /// Takes out the end that comes first, if it is due; O(log n).
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - limit: Only ends of rows that were set before there were so many settings.
  mutating func takeEnd(dueAt now: Time, setBefore limit: UInt64) -> Finish? {
    guard let end = ends.first, end.due <= now, end.order < limit else { return nil }
    if let next = end.unit.next {
      ends.set(self.end(of: next, slot: end.slot, order: end.order, notBefore: end.due))
    } else {
      ends.remove(slot: end.slot)
    }
    let row = Row(slot: end.slot, generation: slots[Int(end.slot)].generation)
    return Finish(row: row, unit: end.unit)
  }

  /// Whether there is such a row.
  func contains(_ row: Row) -> Bool {
    slots.indices.contains(Int(row.slot)) && slots[Int(row.slot)].generation == row.generation
  }

  private mutating func start(_ slot: Int32, _ time: TimeLeft, at now: Time) {
    slots[Int(slot)].deadline = now.advanced(by: .seconds(time.totalSeconds))
    ends.set(end(of: .hours, slot: slot, order: settings, notBefore: now))
    settings += 1
  }

  /// A ring that is empty from the start has its end when the row is set.
  private func end(
    of unit: TimeUnit, slot: Int32, order: UInt64, notBefore earliest: Time
  ) -> End<Time> {
    let due = slots[Int(slot)].deadline.advanced(by: .seconds(-unit.secondsLeftAtEnd))
    return End(due: max(earliest, due), order: order, slot: slot, unit: unit)
  }
}
