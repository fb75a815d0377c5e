/// What somebody did with the keyboard.
enum Key: Hashable, Sendable {
  case character(Character)
  case enter, backspace, eraseWord, eraseLine, endOfInput, redraw
  case up, down, pageUp, pageDown, home, end
}

/// Makes keys of the bytes that a terminal sends, however these are cut into pieces.
struct KeyReader {
  private var bytes: [UInt8] = []

  /// Takes bytes.
  ///
  /// - Returns: The keys that are complete by now. What is no UTF-8 comes as U+FFFD.
  mutating func keys(in new: some Sequence<UInt8>) -> [Key] {
    bytes += new
    var keys: [Key] = []
    var rest = bytes[...]
    while !rest.isEmpty, let length = Self.lengthOfFirst(in: rest) {
      if let key = Self.key(rest.prefix(length)) { keys.append(key) }
      rest = rest.dropFirst(length)
    }
    bytes = Array(rest)
    return keys
  }

  /// How many bytes make the first key, or nil where some are still to come.
  private static func lengthOfFirst(in bytes: ArraySlice<UInt8>) -> Int? {
    let first = bytes.first!
    guard first == escape else {
      let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
      let next = bytes.dropFirst().prefix(length - 1)
      if let broken = next.firstIndex(where: { $0 & 0xC0 != 0x80 }) {
        return broken - bytes.startIndex
      }
      return next.count == length - 1 ? length : nil
    }
    guard let second = bytes.dropFirst().first else { return nil }
    guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else { return 2 }
    // A sequence ends with a letter or ~, and a new one begins where the old was broken off.
    let inside = bytes.dropFirst(2)
    guard let last = inside.firstIndex(where: { !(0x20...0x3F ~= $0) }) else {
      return inside.count < 16 ? nil : 18
    }
    return last - bytes.startIndex + (bytes[last] < 0x20 ? 0 : 1)
  }

  private static let escape: UInt8 = 0x1B

  private static func key(_ bytes: ArraySlice<UInt8>) -> Key? {
    switch bytes.first! {
    case 0x0A, 0x0D: return .enter
    case 0x08, 0x7F: return .backspace
    case 0x15: return .eraseLine
    case 0x17: return .eraseWord
    case 0x04: return .endOfInput
    case 0x0C: return .redraw
    case 0x09: return .character(" ")
    case escape: return sequences[String(decoding: bytes.dropFirst(2), as: UTF8.self)]
    case 0..<0x20: return nil
    default:
      let text = String(decoding: bytes, as: UTF8.self)
      let isControl = text.unicodeScalars.first!.properties.generalCategory == .control
      return isControl ? nil : text.first.map(Key.character)
    }
  }

  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "5~": .pageUp, "6~": .pageDown, "H": .home, "F": .end, "1~": .home,
    "4~": .end,
  ]
}
