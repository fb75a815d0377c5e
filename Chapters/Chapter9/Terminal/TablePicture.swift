import Foundation
import Playground

/// A picture of a table: a row for each countdown, with rings that are arcs of circles.
///
/// Its coordinates are whole numbers, tenths of a pixel, and the same table gives the same bytes. It
/// stands on a panel of its own, to be read on a light and on a dark page.
struct TablePicture {
  /// What the rows show.
  let times: [TimeLeft]

  /// The most rows that are drawn; more are counted only.
  static let limit = 20

  private static let left = 2_000  // of the rings
  private static let pitch = 1_200  // from one ring, or row, to the next
  private static let top = 500  // above the first row
  private static let radius = 400
  private static let width = left + TimeUnit.allCases.count * pitch

  /// An SVG document.
  var svg: String {
    let rows = times.prefix(Self.limit)
    let isCut = times.count > rows.count
    let height = Self.top + rows.count * Self.pitch + (isCut ? 400 : 100)
    let title =
      times.count == 1 ? "a table of one countdown" : "a table of \(times.count) countdowns"
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(Self.width) \#(height)" "#
        + #"width="\#(Self.width / 10)" height="\#(height / 10)" role="img" "#
        + #"font-family="ui-monospace, Menlo, Consolas, monospace">"#,
      "<title>\(title)</title>",
      "<desc>\(description)</desc>",
      #"<rect x="10" y="10" width="\#(Self.width - 20)" height="\#(height - 20)" rx="120" "#
        + #"fill="\#(MarbleColor.page)" stroke="\#(MarbleColor.edge)" stroke-width="20"/>"#,
    ]
    for (index, unit) in TimeUnit.allCases.enumerated() {
      lines.append(
        svgText("\(unit)", x: Self.x(index), y: 360, color: MarbleColor.faint, size: 140))
    }
    for (index, time) in rows.enumerated() {
      lines += svg(time, number: index + 1, y: Self.top + index * Self.pitch + Self.pitch / 2)
    }
    if isCut {
      lines.append(
        svgText(
          "and \(times.count - rows.count) more", x: Self.width / 2, y: height - 240,
          color: MarbleColor.faint, size: 140))
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  /// The picture in words.
  private var description: String {
    let lines = times.prefix(Self.limit).enumerated().map { index, time in
      let rings = TimeUnit.allCases.map { "\($0) \($0.degrees(of: time))°" }
      return "\(index + 1): \(time), \(rings.joined(separator: ", "))"
    }
    return lines.joined(separator: "\n")
  }

  private static func x(_ ring: Int) -> Int { left + ring * pitch + pitch / 2 - 200 }

  private func svg(_ time: TimeLeft, number: Int, y: Int) -> [String] {
    var lines = [
      svgText(
        "\(number)", x: 420, y: y + 55, color: MarbleColor.faint, size: 160, anchor: "end"),
      svgText("\(time)", x: 1_620, y: y + 65, size: 200, anchor: "end"),
    ]
    for (index, unit) in TimeUnit.allCases.enumerated() {
      let x = Self.x(index)
      let (degrees, radius) = (unit.degrees(of: time), Self.radius)
      lines.append(
        #"<circle cx="\#(x)" cy="\#(y)" r="\#(radius)" fill="none" stroke="\#(MarbleColor.grid)" "#
          + #"stroke-width="90"/>"#)
      if degrees > 0 {
        let angle = Double(degrees) * .pi / 180
        let endX = x + Int((Double(radius) * sin(angle)).rounded())
        let endY = y - Int((Double(radius) * cos(angle)).rounded())
        lines.append(
          #"<path d="M\#(x) \#(y - radius)A\#(radius) \#(radius) 0 \#(degrees > 180 ? 1 : 0) 1 "#
            + #"\#(endX) \#(endY)" fill="none" stroke="\#(unit.color)" stroke-width="90"/>"#)
      }
      lines.append(svgText("\(unit.count(in: time))", x: x, y: y + 70, size: 200))
    }
    return lines
  }
}

extension TimeUnit {
  fileprivate var color: String {
    switch self {
    case .hours: MarbleColor.demand
    case .minutes: MarbleColor.valueEdge
    case .seconds: MarbleColor.open
    }
  }
}
