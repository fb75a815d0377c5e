import Playground

/// What the terminal shows at one time.
struct TableFrame {
  /// The rows in view: their numbers, and what is left of them.
  var rows: [(number: Int, time: TimeLeft)]
  /// How many rows are above the first one in view.
  var above: Int
  /// How many rows the table has.
  var count: Int
  /// The greatest number of a row.
  var lastNumber: Int
  /// What is typed, or nil where nothing can be.
  var typed: TypedLine?

  /// Draws it.
  ///
  /// - Parameters:
  ///   - layout: What goes where; nil where the terminal is too small for it.
  ///   - size: How large the terminal is.
  /// - Returns: As many lines as the terminal has, none wider than the terminal.
  func lines(_ layout: TableLayout?, size: TerminalSize) -> [String] {
    guard let layout else {
      let columns = TableLayout.leastColumns(lastNumber: lastNumber)
      let text = wrapped(
        "\(columns) columns and 3 rows needed", columns: size.columns, lines: size.rows)
      return text + Array(repeating: "", count: size.rows - text.count)
    }
    var lines: [String] = []
    for (number, time) in rows {
      if case .rings = layout.style, !lines.isEmpty { lines.append("") }
      lines += layout.draw(number: number, time: time)
    }
    lines += Array(repeating: "", count: max(0, layout.lines - lines.count))
    if layout.hasHeading {
      let heading = layout.heading + place
      lines.insert(heading.columns <= size.columns ? heading : layout.heading, at: 0)
    }
    lines += layout.message + [typed?.shown(in: size.columns) ?? ""]
    return lines.map(trimmed)
  }

  /// Which rows these are, unless they are all.
  private var place: String {
    rows.count == count ? "" : "  \(above + 1) to \(above + rows.count) of \(count)"
  }
}

/// A line without the spaces at its end.
private func trimmed(_ line: String) -> String {
  var line = line
  while line.last == " " { line.removeLast() }
  return line
}
