import Playground

/// What somebody asks of the table with a line of text.
enum TableRequest: Hashable, Sendable {
  case add(TimeLeft)
  case remove(Int)
  case reset(Int, TimeLeft)
  /// To bring a row into view.
  case show(Int)
  /// To see what is above or below, by so many pages.
  case page(Int)
  case help
  case quit

  /// How each is written.
  static let forms = "add 1:30, remove 2, reset 1 0:45, show 3, up, down, help or quit"

  /// Reads a line; nil where it is blank.
  ///
  /// - Throws: `InputError`, which says what is wrong with it.
  init?(typed line: String) throws {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let verb = words.first else { return nil }
    let rest = Array(words.dropFirst())
    func expect(_ count: Int, _ example: String) throws {
      guard rest.count == count else {
        let wanted = count == 0 ? "nothing behind it" : count == 1 ? "one word" : "two words"
        throw InputError("\(verb) wants \(wanted), as in: \(example)")
      }
    }
    switch verb {
    case "add":
      try expect(1, "add 1:30")
      self = .add(try TimeLeft(typed: rest[0]))
    case "remove":
      try expect(1, "remove 2")
      self = .remove(try rowNumber(rest[0]))
    case "reset":
      try expect(2, "reset 1 0:45")
      self = .reset(try rowNumber(rest[0]), try TimeLeft(typed: rest[1]))
    case "show":
      try expect(1, "show 3")
      self = .show(try rowNumber(rest[0]))
    case "up", "down", "help", "quit":
      try expect(0, verb)
      self = verb == "up" ? .page(-1) : verb == "down" ? .page(1) : verb == "help" ? .help : .quit
    default:
      throw InputError("\(verb.quoted) is no command: type \(Self.forms).")
    }
  }
}

private func rowNumber(_ word: String) throws -> Int {
  guard word.isNumber, let number = Int(word) else {
    throw InputError("\(word.quoted) is no number of a row.")
  }
  return number
}
