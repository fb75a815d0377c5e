import Playground

/// What somebody typed and we can't use: says what it is, and what would be right.
struct InputError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension TimeLeft {
  /// The forms in which a time can be typed.
  static let forms = "write H:MM:SS, at most 23:59:59, or M:SS, at most 59:59"

  /// Reads a time as somebody typed it: `0:01:30` or `1:30`.
  ///
  /// - Throws: `InputError`, which names the text.
  init(typed text: some StringProtocol) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, parts.allSatisfy(\.isNumber), (1...2) ~= parts[0].utf8.count,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
    else { throw InputError("\(String(text).quoted) is no time: \(Self.forms).") }
    let numbers = Array(repeating: 0, count: 3 - parts.count) + parts.compactMap { Int($0) }
    for (number, (name, most)) in zip(numbers, [("hours", 23), ("minutes", 59), ("seconds", 59)])
    where number > most {
      throw InputError("\(String(text).quoted) is no time: \(name) go from 0 to \(most).")
    }
    self.init(hours: numbers[0], minutes: numbers[1], seconds: numbers[2])
  }

  /// Reads many times.
  ///
  /// - Throws: `InputError`, which names the first few that are none.
  static func all(typed texts: [String], naming limit: Int = 5) throws -> [TimeLeft] {
    var errors: [InputError] = []
    var times: [TimeLeft] = []
    for text in texts {
      do { times.append(try TimeLeft(typed: text)) } catch let error as InputError {
        errors.append(error)
      }
    }
    guard !errors.isEmpty else { return times }
    let more = errors.count > limit ? ["and \(errors.count - limit) more."] : []
    throw InputError((errors.prefix(limit).map(\.description) + more).joined(separator: "\n"))
  }
}

extension StringProtocol {
  /// Whether it consists of the digits 0 to 9.
  var isNumber: Bool { !isEmpty && utf8.allSatisfy { 0x30...0x39 ~= $0 } }
}
