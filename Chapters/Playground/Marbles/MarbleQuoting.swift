extension Unicode.Scalar {
  /// Whether it stands without quotes: a letter, a digit or a point.
  var isPlain: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    default: self == "."
    }
  }

  /// The escape of what can't be seen, or that of a line break or tab; nil where it can be seen.
  var escape: String? {
    switch self {
    case "\n": return #"\n"#
    case "\r": return #"\r"#
    case "\t": return #"\t"#
    case " ": return nil
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      return #"\u{"# + String(value, radix: 16, uppercase: true) + "}"
    default: return nil
    }
  }

  /// How many columns it takes in a terminal.
  var columns: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

extension String {
  /// How many columns it takes in a terminal.
  package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  /// Whether a value stands without quotes: letters, digits, points and inner `-`.
  var isPlainValue: Bool {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return false }
    return first != "-" && last != "-" && unicodeScalars.allSatisfy { $0.isPlain || $0 == "-" }
  }

  /// Whether a name stands without quotes: as a value does, with single spaces between words.
  var isPlainName: Bool {
    split(separator: " ", omittingEmptySubsequences: false).allSatisfy { String($0).isPlainValue }
  }

  /// The text with an escape for whatever can't be seen.
  var visible: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      result.unicodeScalars.append(contentsOf: (scalar.escape ?? String(scalar)).unicodeScalars)
    }
  }

  /// The text in quotes: `"a \"b\" \\ c\n"`.
  package var quoted: String {
    var result = "\""
    for scalar in unicodeScalars {
      let isSpecial = scalar == "\"" || scalar == "\\"
      let text = isSpecial ? "\\\(scalar)" : scalar.escape ?? String(scalar)
      result.unicodeScalars.append(contentsOf: text.unicodeScalars)
    }
    return result + "\""
  }

  /// The text with spaces after it, to so many columns.
  package func padded(to columns: Int, with pad: String = " ") -> String {
    self + String(repeating: pad, count: Swift.max(0, columns - self.columns))
  }
}
