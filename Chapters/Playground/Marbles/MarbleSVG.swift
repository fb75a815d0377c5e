import Foundation

extension MarbleDiagram {
  /// The diagram as a picture that says what it shows, `text` included, to those who can't see it.
  ///
  /// It stands on a panel of its own, to be read on a light and on a dark page. It has whole numbers
  /// only, and the same diagram gives the same bytes. A long value is cut in the picture, and whole in
  /// its description. Costs O(n log n) for n events, and O(m) for m ticks on all lanes.
  ///
  /// - Parameter title: What the picture shows, in a few words.
  /// - Returns: An SVG document.
  public func svg(title: String) -> String {
    let layout = MarbleLayout(self)
    let legend = MarbleLegend(self, width: layout.width)
    let rowsHeight = layout.rows.count * layout.rowHeight
    let height = rowsHeight + legend.height + 16
    let size = #"width="\#(layout.width)" height="\#(height)""#
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(layout.width) \#(height)" \#(size) "#
        + #"role="img" font-family="ui-monospace, Menlo, Consolas, monospace">"#,
      "<title>\(title.visible.xmlEscaped)</title>",
      "<desc>\(text.xmlEscaped)</desc>",
      #"<rect x="1" y="1" width="\#(layout.width - 2)" height="\#(height - 2)" rx="12" "#
        + #"fill="\#(MarbleColor.page)" stroke="\#(MarbleColor.edge)" stroke-width="2"/>"#,
    ]
    for (row, cells) in layout.rows.enumerated() {
      lines += ruler(cells, top: row * layout.rowHeight, layout)
    }
    for (lane, place) in zip(lanes, layout.lanes) {
      lines += svg(lane, place, layout)
    }
    lines += legend.svg(top: rowsHeight, width: layout.width)
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func ruler(_ cells: Range<Int>, top: Int, _ layout: MarbleLayout) -> [String] {
    let bottom = top + layout.rowHeight - 8
    let ticks = cells.map { "M\(layout.x($0)) \(top + 28)V\(top + 32)" }.joined()
    var lines = [#"<path d="\#(ticks)" stroke="\#(MarbleColor.edge)"/>"#]
    let round = cells.filter { $0 % layout.labelStep == 0 }
    for cell in round.isEmpty ? [cells.lowerBound] : round {
      let x = layout.x(cell)
      lines += [
        #"<path d="M\#(x) \#(top + 28)V\#(bottom)" stroke="\#(MarbleColor.grid)" stroke-width="2"/>"#,
        svgText(
          "\(time(at: cell).shortText)s", x: x, y: top + 22, color: MarbleColor.faint, size: 14),
      ]
    }
    return lines
  }

  private func svg(
    _ lane: Lane, _ place: MarbleLayout.Lane, _ layout: MarbleLayout
  ) -> [String] {
    let paths = layout.paths(lane, length: length)
    let name = lane.name.visible.shortened(to: (layout.width - 28) / 9)
    var lines: [String] = []
    for row in layout.rows.indices {
      let top = row * layout.rowHeight
      lines.append(
        svgText(
          name, x: 14, y: top + place.top + 16, size: 15, anchor: "start", isOnGrid: true))
      for path in paths[row] ?? [] {
        lines.append(
          #"<path d="M\#(path.lowerBound) \#(top + place.line)H\#(path.upperBound)" "#
            + #"stroke="\#(MarbleColor.edge)" stroke-width="2"/>"#)
      }
    }
    for (groups, line) in [(place.groups, place.line), (place.requests ?? [:], place.demandLine)] {
      for tick in groups.keys.sorted() {
        let top = tick / layout.perRow * layout.rowHeight
        lines += groups[tick]!.svg(x: layout.x(tick), y: top + line)
      }
    }
    return lines
  }
}

/// The signs of a picture and what they mean, in as many lines as it takes.
private struct MarbleLegend {
  private static let lineHeight = 26
  private var items: [(mark: MarbleDiagram.Mark, x: Int, line: Int)] = []
  private var lines = 1

  init(_ diagram: MarbleDiagram, width: Int) {
    let drawn = Set(
      diagram.lanes.flatMap { [$0.marks] + ($0.requests.map { [$0] } ?? []) }
        .flatMap { $0.values.joined() }.map(\.meaning))
    let known: [MarbleDiagram.Mark] = [
      .subscription, .value("1"), .finished, .failure(""), .cancel, .request(.max(1)),
    ]
    var x = 16
    for mark in known where drawn.contains(mark.meaning) {
      let needed = 54 + mark.meaning.count * 9
      if x + needed > width { (x, lines) = (16, lines + 1) }
      items.append((mark, x, lines - 1))
      x += needed
    }
  }

  var height: Int { lines * Self.lineHeight + 10 }

  func svg(top: Int, width: Int) -> [String] {
    let rule = #"<path d="M16 \#(top)H\#(width - 16)" stroke="\#(MarbleColor.edge)"/>"#
    return [rule]
      + items.flatMap { mark, x, line in
        let y = top + 24 + line * Self.lineHeight
        return mark.svg(x: x + 14, y: y)
          + [
            svgText(
              mark.meaning, x: x + 34, y: y + 5, color: MarbleColor.faint, size: 14,
              anchor: "start")
          ]
      }
  }
}
