enum MarbleColor {
  static let page = "#ffffff"
  static let edge = "#6b7280"
  static let grid = "#e5e7eb"
  static let group = "#f3f4f6"
  static let text = "#111827"
  static let faint = "#4b5563"
  static let value = "#dbeafe"
  static let valueEdge = "#1d4ed8"
  static let open = "#15803d"
  static let failure = "#b91c1c"
  static let cancel = "#b45309"
  static let demand = "#6d28d9"
}

extension MarbleDiagram.Mark {
  /// The width of a character of the picture's large font.
  static let character = 10

  /// Whether it stands below one of its kind that comes at the same instant.
  var isStacked: Bool {
    switch self {
    case .value, .request: true
    case .subscription, .finished, .failure, .cancel: false
    }
  }

  /// What is written into it: the value's text, or as much of it as there is room for.
  var label: String {
    switch self {
    case .value(let value):
      let isBlank = value.isEmpty || value.first == " " || value.last == " "
      return (isBlank ? value.quoted : value.visible).shortened(to: 14)
    case .request: return token.shortened(to: 14)
    case .subscription, .finished, .failure, .cancel: return ""
    }
  }

  var width: Int {
    switch self {
    case .value: max(MarbleGroup.height, label.columns * Self.character + 14)
    case .request: label.columns * Self.character
    case .finished: 6
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
      return [
        #"<path d="M\#(x - 8) \#(y - 8)L\#(x + 8) \#(y + 8)M\#(x - 8) \#(y + 8)L\#(x + 8) \#(y - 8)" "#
          + #"stroke="\#(MarbleColor.failure)" stroke-width="4"/>"#
      ]
    case .cancel:
      return [
        #"<rect x="\#(x - 8)" y="\#(y - 8)" width="16" height="16" fill="\#(MarbleColor.cancel)"/>"#
      ]
    case .request:
      return [svgText(label, x: x, y: y + 5, color: MarbleColor.demand)]
    }
  }
}

/// A line of text, its middle at a point unless it is anchored elsewhere.
func svgText(
  _ text: String, x: Int, y: Int, color: String = MarbleColor.text, size: Int = 16,
  anchor: String = "middle"
) -> String {
  // SVG folds spaces, but not this one.
  let text = text.split(separator: " ", omittingEmptySubsequences: false).joined(
    separator: "\u{A0}")
  return
    #"<text x="\#(x)" y="\#(y)" font-size="\#(size)" text-anchor="\#(anchor)" fill="\#(color)">"#
    + "\(text.xmlEscaped)</text>"
}

extension String {
  /// As much of the text as fits into so many columns, with … where something is cut.
  func shortened(to limit: Int) -> String {
    guard columns > limit else { return self }
    var (result, width) = ("", 1)
    for character in self {
      width += String(character).columns
      if width > limit { break }
      result.append(character)
    }
    return result + "…"
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
