/// Names a row of a table, also when the row has been removed: no later row gets the same name.
struct Row: Hashable, Sendable, CustomStringConvertible {
  /// The row's place in the table's storage, which a later row may get.
  let slot: Int32
  /// How many rows have had this place before.
  let generation: UInt32

  var description: String { "row \(slot + 1)" + (generation == 0 ? "" : ".\(generation + 1)") }
}

/// A ring that has come to its end.
struct Finish: Hashable, Sendable {
  let row: Row
  let unit: TimeUnit
}

/// What a row in view shows.
struct Shown: Hashable, Sendable {
  let row: Row
  let time: TimeLeft
}
