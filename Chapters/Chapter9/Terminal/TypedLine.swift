import Playground

/// The line on which somebody is typing.
struct TypedLine {
  /// What stands there.
  private(set) var text = ""

  /// The most bytes of UTF-8 after which it takes no more.
  static let limit = 200

  /// Takes a key that changes the line, and leaves the others to somebody else.
  ///
  /// - Returns: The line that is complete with it, or nil.
  mutating func take(_ key: Key) -> String? {
    switch key {
    case .character(let character):
      if text.utf8.count < Self.limit { text.append(character) }
    case .backspace:
      _ = text.popLast()
    case .eraseLine:
      text = ""
    case .eraseWord:
      while text.last == " " { text.removeLast() }
      while let last = text.last, last != " " { text.removeLast() }
    case .enter:
      defer { text = "" }
      return text
    default:
      break
    }
    return nil
  }

  /// The end of the line, behind a prompt and before a cursor, in so many columns.
  func shown(in columns: Int) -> String {
    var kept: [Character] = []
    var width = 3
    for character in text.reversed() {
      width += String(character).columns
      guard width <= columns else { break }
      kept.append(character)
    }
    return "> \(String(kept.reversed()))▏"
  }
}
