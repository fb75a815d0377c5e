import Playground

/// How large a terminal is.
struct TerminalSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}

/// What goes where in a terminal: a heading, the rows, what is to be said, and the line to type on.
struct TableLayout: Equatable {
  /// How a row is drawn.
  enum Style: Equatable {
    /// With rings so many lines high.
    case rings(Int)
    /// With bars, on one line.
    case bars
    /// With nothing but the time.
    case times
  }

  let style: Style
  /// How many columns the greatest number takes.
  let numberWidth: Int
  let hasHeading: Bool
  /// How many lines there are for rows.
  let lines: Int
  let message: [String]

  /// Lays out a terminal, with rings as large as all rows have room for.
  ///
  /// - Parameters:
  ///   - size: How large it is.
  ///   - count: How many rows the table has.
  ///   - lastNumber: The greatest number of a row.
  ///   - message: What is to be said.
  /// - Returns: nil where there is no room for even one row.
  init?(_ size: TerminalSize, count: Int, lastNumber: Int, message: String) {
    numberWidth = max(2, "\(lastNumber)".count)
    hasHeading = size.rows >= 6
    self.message = wrapped(message, columns: size.columns, lines: max(1, size.rows / 4))
    lines = size.rows - self.message.count - 1 - (hasHeading ? 1 : 0)
    let base = Self.leastColumns(lastNumber: lastNumber)
    guard lines >= 1, size.columns >= base else { return nil }
    let styles: [Style] = [.rings(5), .rings(3), .bars, .times]
    let lines = lines
    style =
      styles.first { style in
        let width = base + Self.widths(of: style).reduce(0) { $0 + 2 + $1 }
        guard case .rings(let height) = style else { return width <= size.columns }
        return width <= size.columns && count * (height + 1) - 1 <= lines
      } ?? .times
  }

  private static let timeWidth = 8

  /// How many columns a number and a time take.
  static func leastColumns(lastNumber: Int) -> Int {
    max(2, "\(lastNumber)".count) + 2 + timeWidth
  }

  /// How many rows have room.
  var capacity: Int {
    guard case .rings(let height) = style else { return lines }
    return (lines + 1) / (height + 1)
  }

  /// How many columns the hours, the minutes and the seconds take.
  static func widths(of style: Style) -> [Int] {
    switch style {
    case .rings(let height): Array(repeating: max(2 * height, 7), count: 3)
    case .bars: [5, 8, 8]
    case .times: []
    }
  }

  /// The line above the rows.
  var heading: String {
    let units = zip(TimeUnit.allCases, Self.widths(of: style)).map { "  " + "\($0)".padded(to: $1) }
    return start("#", "left") + units.joined()
  }

  /// The columns on the left, whose texts stand to the right.
  private func start(_ number: String, _ time: String) -> String {
    let spaces = [numberWidth - number.count, 2 + Self.timeWidth - time.count]
      .map { String(repeating: " ", count: $0) }
    return spaces[0] + number + spaces[1] + time
  }

  /// The lines of a row.
  func draw(number: Int, time: TimeLeft) -> [String] {
    let start = start("\(number)", "\(time)")
    let widths = Self.widths(of: style)
    switch style {
    case .times:
      return [start]
    case .bars:
      let bars = zip(TimeUnit.allCases, widths).map {
        "  " + bar(units: $0.count(in: time), width: $1)
      }
      return [start + bars.joined()]
    case .rings(let height):
      let dials = TimeUnit.allCases.map {
        Dial(degrees: $0.degrees(of: time), number: $0.count(in: time), height: height).lines
      }
      return (0..<height).map { line in
        let rings = zip(dials, widths).map { "  " + $0[line].padded(to: $1) }
        return (line == height / 2 ? start : "".padded(to: start.count)) + rings.joined()
      }
    }
  }
}

/// A text in lines of at most so many columns, cut where it takes too many lines.
func wrapped(_ text: String, columns: Int, lines limit: Int) -> [String] {
  var lines = [""]
  for word in text.split(separator: " ") {
    let room = columns - lines.last!.columns - (lines.last!.isEmpty ? 0 : 1)
    if word.description.columns <= room {
      lines[lines.count - 1] += (lines.last!.isEmpty ? "" : " ") + word
    } else {
      if !lines.last!.isEmpty { lines.append("") }
      lines[lines.count - 1] = cut(String(word), columns: columns)
    }
  }
  guard lines.count > limit else { return lines }
  return lines.prefix(limit - 1) + [cut(lines[limit - 1] + " …", columns: columns)]
}

/// The beginning of a text, in at most so many columns.
func cut(_ text: String, columns: Int) -> String {
  let end = "…"
  guard text.columns > columns else { return text }
  var result = ""
  for character in text {
    guard (result + String(character) + end).columns <= columns else { break }
    result.append(character)
  }
  return columns >= end.columns ? result + end : result
}
