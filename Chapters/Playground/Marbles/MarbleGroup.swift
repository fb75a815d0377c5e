/// What comes at one instant on a lane, as the picture shows it: marks side by side, but values that
/// follow each other one below the other. The first column stands at the instant.
struct MarbleGroup {
  static let height = 28  // of a mark
  static let pitch = 32  // from one value to the next below it
  private static let limit = 8  // of values one below the other
  private static let gap = 4
  private static let padding = 5  // within the outline

  /// Each column's marks.
  let columns: [[MarbleDiagram.Mark]]
  /// Each column's width.
  let widths: [Int]

  /// How far its first column stands to the right of its instant.
  let shift: Int

  init(_ marks: [MarbleDiagram.Mark], shift: Int = 0) {
    self.shift = shift
    var columns: [[MarbleDiagram.Mark]] = []
    for mark in marks {
      if mark.isStacked, columns.last?.last?.isStacked == true {
        columns[columns.count - 1].append(mark)
      } else {
        columns.append([mark])
      }
    }
    columns = columns.map { column in
      guard column.count > Self.limit else { return column }
      let more = column.count - Self.limit + 1
      return column.prefix(Self.limit - 1) + [.value("… \(more) more")]
    }
    self.columns = columns
    widths = columns.map { $0.map(\.width).max()! }
  }

  /// Whether an outline holds several marks together.
  var isOutlined: Bool { (columns.count > 1 || rows > 1) && !columns[0][0].isRequest }

  /// How many marks stand one below the other.
  var rows: Int { columns.map(\.count).max()! }

  /// How far it reaches to the left of its instant.
  var lead: Int { widths[0] / 2 + (isOutlined ? Self.padding : 0) - shift }

  /// How far it reaches to the right of its instant.
  var trail: Int {
    widths.reduce(0, +) + (widths.count - 1) * Self.gap - widths[0] / 2
      + (isOutlined ? Self.padding : 0) + shift
  }

  /// How far its subscription stands to the right of its instant; 0 where it has none.
  var subscriptionShift: Int {
    guard let column = columns.firstIndex(where: { $0[0] == .subscription }) else { return 0 }
    let left = widths[..<column].reduce(0) { $0 + $1 + Self.gap }
    return left + widths[column] / 2 - widths[0] / 2
  }

  /// The group as SVG elements.
  ///
  /// - Parameters:
  ///   - x: Where its instant is.
  ///   - y: Where its lane is.
  func svg(x: Int, y: Int) -> [String] {
    var lines: [String] = []
    if isOutlined {
      let height = (rows - 1) * Self.pitch + Self.height + 2 * Self.padding
      let top = y - Self.height / 2 - Self.padding
      lines.append(
        #"<rect x="\#(x - lead)" y="\#(top)" width="\#(lead + trail)" height="\#(height)" rx="8" "#
          + #"fill="\#(MarbleColor.group)" stroke="\#(MarbleColor.edge)"/>"#)
    }
    var left = x + shift - widths[0] / 2
    for (column, width) in zip(columns, widths) {
      for (row, mark) in column.enumerated() {
        lines += mark.svg(x: left + width / 2, y: y + row * Self.pitch)
      }
      left += width + Self.gap
    }
    return lines
  }
}
