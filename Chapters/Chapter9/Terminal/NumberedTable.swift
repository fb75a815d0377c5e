import OpenCombineShim

/// A table of countdowns with the numbers by which somebody at the keyboard knows its rows.
///
/// A row keeps its number when others are removed, and no later row gets it. Not safe from several
/// threads at once.
final class NumberedTable<Context: Scheduler> {
  struct Entry {
    let number: Int
    let row: Row
  }

  let table: CountdownTable<Context>
  /// The rows that there are, by rising numbers.
  private(set) var entries: [Entry] = []
  private var numbers: [Row: Int] = [:]
  private var running: Set<Row> = []
  /// The number of the row that was added last, or 0.
  private(set) var lastNumber = 0

  init(scheduler: Context) { table = CountdownTable(scheduler: scheduler) }

  /// How many rows have something left.
  var runningCount: Int { running.count }

  /// The place of a row in `entries`; O(log n).
  ///
  /// - Throws: `InputError` where there is no such row.
  func place(of number: Int) throws -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].number == number else {
      throw InputError("There is no row \(number)\(existing).")
    }
    return low
  }

  private var existing: String {
    guard let first = entries.first?.number, let last = entries.last?.number else {
      return ": there is none at all"
    }
    return first == last ? ": there is row \(first) only" : ": they go from \(first) to \(last)"
  }

  @discardableResult
  func add(_ time: TimeLeft) -> Int {
    let row = table.add(time)
    lastNumber += 1
    entries.append(Entry(number: lastNumber, row: row))
    numbers[row] = lastNumber
    running.insert(row)
    return lastNumber
  }

  func remove(_ number: Int) throws {
    let row = entries.remove(at: try place(of: number)).row
    numbers[row] = nil
    running.remove(row)
    table.remove(row)
  }

  func reset(_ number: Int, to time: TimeLeft) throws {
    let row = entries[try place(of: number)].row
    running.insert(row)
    table.reset(row, to: time)
  }

  /// Takes note of an end.
  ///
  /// - Returns: What to say about it, or nil where the row has been removed meanwhile.
  func note(_ finish: Finish) -> String? {
    guard let number = numbers[finish.row] else { return nil }
    switch finish.unit {
    case .hours: return "Row \(number): no hours left."
    case .minutes: return "Row \(number): no minutes left."
    case .seconds:
      running.remove(finish.row)
      return "Row \(number): nothing left."
    }
  }
}

extension NumberedTable {
  /// Does what a line asks for, as far as it is about the table and not about what is seen of it.
  ///
  /// - Returns: What to say about it, or nil where it asks for something else.
  /// - Throws: `InputError` where there is no such row.
  func answer(to request: TableRequest) throws -> String? {
    switch request {
    case .add(let time):
      return "Row \(add(time)) starts: \(time)."
    case .remove(let number):
      try remove(number)
      return "Row \(number) is removed."
    case .reset(let number, let time):
      try reset(number, to: time)
      return "Row \(number) starts again: \(time)."
    case .help:
      return "Type \(TableRequest.forms)."
    case .show, .page, .quit:
      return nil
    }
  }
}
