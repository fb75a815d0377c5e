extension MarbleDiagram: CustomStringConvertible {
  /// The drawing, as `text` has it.
  public var description: String { text }

  /// The drawing: a ruler of seconds and a lane for each timeline, in rows of at most 100 columns.
  ///
  /// A row is wider where a single cell is. What a subscriber asks for stands in a lane below its
  /// timeline. Costs O(n) for n cells on all lanes.
  public var text: String {
    let lines = lanes.flatMap(\.lines)
    let title = "tick \(tick.shortText)s"
    let labels = (0..<length).map { time(at: $0).shortText }
    let offset = (lines.map(\.title.columns) + [title.columns]).max()! + 2
    let width = (lines.map(\.width) + labels.map(\.columns)).max()! + 1
    let perRow = evenRows(length, atMost: (100 - offset) / width)

    var paths = lines.map { _ in "" }
    var isActive = lines.map(\.isOpen)
    var rows: [String] = []
    for first in stride(from: 0, to: length, by: perRow) {
      let cells = first..<min(first + perRow, length)
      let ruler = cells.map { labels[$0].padded(to: width) }.joined()
      for (index, line) in lines.enumerated() {
        paths[index] = line.path(cells, width: width, isActive: &isActive[index])
      }
      rows.append(
        zip([title] + lines.map(\.title), [ruler] + paths)
          .map { trimmed($0.padded(to: offset) + $1) }
          .joined(separator: "\n"))
    }
    return rows.joined(separator: "\n\n")
  }
}

/// Puts things into as few rows as will do, and about as many into each.
///
/// - Returns: How many go into a row; at least one.
func evenRows(_ count: Int, atMost limit: Int) -> Int {
  let rows = (count + max(1, limit) - 1) / max(1, limit)
  return (count + rows - 1) / rows
}

private func trimmed(_ line: String) -> String {
  var scalars = Substring(line).unicodeScalars
  while scalars.last == " " { scalars.removeLast() }
  return String(scalars)
}

/// A lane, or the demand of a lane, ready to be drawn as a line.
private struct MarbleLine {
  let title: String
  let isOpen: Bool
  let marks: [Int: [MarbleDiagram.Mark]]
  let tokens: [Int: String]
  let width: Int

  init(title: String, isOpen: Bool, marks: [Int: [MarbleDiagram.Mark]]) {
    self.title = title
    self.isOpen = isOpen
    self.marks = marks
    tokens = marks.mapValues(\.token)
    width = tokens.values.map(\.columns).max() ?? 0
  }

  /// Draws some cells, and keeps account of whether time passes on the lane.
  func path(_ cells: Range<Int>, width: Int, isActive: inout Bool) -> String {
    var path = ""
    for cell in cells {
      for mark in marks[cell] ?? [] { isActive = mark.opens ?? isActive }
      path += (tokens[cell] ?? "").padded(to: width, with: isActive ? "-" : " ")
    }
    return path
  }
}

extension MarbleDiagram.Lane {
  fileprivate var lines: [MarbleLine] {
    let title = name.isPlainName ? name : name.quoted
    let line = MarbleLine(title: title, isOpen: isOpen, marks: marks)
    guard let requests else { return [line] }
    return [line, MarbleLine(title: demandTitle, isOpen: false, marks: requests)]
  }
}

/// What stands before a demand lane; a timeline's name never begins with a space.
let demandTitle = "  demand"
