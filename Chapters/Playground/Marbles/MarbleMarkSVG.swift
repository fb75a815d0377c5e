package enum MarbleColor {
  package static let page = "#ffffff"
  package static let edge = "#6b7280"
  package static let grid = "#e5e7eb"
  static let group = "#f3f4f6"
  package static let text = "#111827"
  package static let faint = "#4b5563"
  static let value = "#dbeafe"
  package static let valueEdge = "#1d4ed8"
  package static let open = "#15803d"
  static let failure = "#b91c1c"
  static let cancel = "#b45309"
  package static let demand = "#6d28d9"
}

extension MarbleDiagram.Mark {
  /// The width of a character of the picture's large font.
  static let characterWidth = 10

  /// Whether it stands below one of its kind that comes at the same instant.
  var isStacked: Bool {
    if case .value = self { true } else { false }
  }

  /// What is written into it: the value's text, or as much of it as there is room for.
  var label: String {
    switch self {
    case .value(let value):
      let isBlank = value.isEmpty || value.first == " " || value.last == " "
      return (isBlank ? value.quoted : value.visible).shortened(to: 22)
    case .request: return token
    case .failure(let text): return text.visible.shortened(to: 22)
    case .subscription, .finished, .cancel: return ""
    }
  }

  var width: Int {
    switch self {
    case .value: max(MarbleGroup.height, label.columns * Self.characterWidth + 14)
    case .request: label.columns * Self.characterWidth
    case .finished: 6
    case .failure where !label.isEmpty: label.columns * Self.characterWidth + 38
    case .subscription, .failure, .cancel: 16
    }
  }

  /// What its sign means, for the legend.
  var meaning: String {
    switch self {
    case .subscription: "subscribed"
    case .value: "value"
    case .finished: "finished"
    case .failure: "failed"
    case .cancel: "cancelled"
    case .request: "asked for"
    }
  }

  /// The mark as SVG elements, its middle at a point.
  func svg(x: Int, y: Int) -> [String] {
    switch self {
    case .subscription:
      return [
        #"<path d="M\#(x - 7) \#(y - 9)L\#(x + 8) \#(y)L\#(x - 7) \#(y + 9)Z" fill="\#(MarbleColor.open)"/>"#
      ]
    case .value:
      let (width, height) = (width, MarbleGroup.height)
      return [
        #"<rect x="\#(x - width / 2)" y="\#(y - height / 2)" width="\#(width)" height="\#(height)" "#
          + #"rx="14" fill="\#(MarbleColor.value)" stroke="\#(MarbleColor.valueEdge)" stroke-width="2"/>"#,
        svgText(label, x: x, y: y + 5),
      ]
    case .finished:
      return [
        #"<path d="M\#(x) \#(y - 14)V\#(y + 14)" stroke="\#(MarbleColor.text)" stroke-width="5"/>"#
      ]
    case .failure:
      let width = width
      let cross = label.isEmpty ? x : x - width / 2 + 16
      let sign = [
        #"<path d="M\#(cross - 8) \#(y - 8)L\#(cross + 8) \#(y + 8)M\#(cross - 8) \#(y + 8)"#
          + #"L\#(cross + 8) \#(y - 8)" stroke="\#(MarbleColor.failure)" stroke-width="4"/>"#
      ]
      guard !label.isEmpty else { return sign }
      let height = MarbleGroup.height
      return [
        #"<rect x="\#(x - width / 2)" y="\#(y - height / 2)" width="\#(width)" height="\#(height)" "#
          + #"rx="14" fill="\#(MarbleColor.page)" stroke="\#(MarbleColor.failure)" stroke-width="2"/>"#
      ] + sign + [svgText(label, x: x + 12, y: y + 5)]
    case .cancel:
      return [
        #"<rect x="\#(x - 8)" y="\#(y - 8)" width="16" height="16" fill="\#(MarbleColor.cancel)"/>"#
      ]
    case .request:
      return [svgText(label, x: x, y: y + 5, color: MarbleColor.demand, isOnGrid: true)]
    }
  }
}

/// A line of text, its middle at a point unless it is anchored elsewhere.
///
/// Where it stands on the grid, an outline in the page's color keeps the lines off it.
package func svgText(
  _ text: String, x: Int, y: Int, color: String = MarbleColor.text, size: Int = 16,
  anchor: String = "middle", isOnGrid: Bool = false
) -> String {
  let outline =
    isOnGrid ? #" stroke="\#(MarbleColor.page)" stroke-width="6" paint-order="stroke""# : ""
  // SVG folds spaces, but not this one.
  let text = text.split(separator: " ", omittingEmptySubsequences: false).joined(
    separator: "\u{A0}")
  return
    #"<text x="\#(x)" y="\#(y)" font-size="\#(size)" text-anchor="\#(anchor)" fill="\#(color)"\#(outline)>"#
    + "\(text.xmlEscaped)</text>"
}

extension String {
  /// The text in at most so many columns, with … where it is cut: in the middle, as the end of a
  /// number or of a list tells as much as its beginning.
  func shortened(to limit: Int) -> String {
    guard columns > limit else { return self }
    func start(_ characters: some Sequence<Character>, _ limit: Int) -> [Character] {
      var width = 0
      return Array(
        characters.prefix { character in
          width += String(character).columns
          return width <= limit
        })
    }
    let end = start(reversed(), (limit - 1) / 2).reversed()
    return String(start(self, limit - 1 - (limit - 1) / 2)) + "…" + String(end)
  }

  /// The text with XML's own characters escaped.
  var xmlEscaped: String {
    guard utf8.contains(where: "&<>\"".utf8.contains) else { return self }
    return unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
