import OpenCombineShim

/// Reads marks from left to right.
struct MarbleScanner {
  typealias Mark = MarbleDiagram.Mark

  private var rest: ArraySlice<Unicode.Scalar>

  init(_ scalars: ArraySlice<Unicode.Scalar>) { rest = scalars }

  init(_ text: String) { rest = Array(text.unicodeScalars)[...] }

  var next: Unicode.Scalar? { rest.first }

  /// Takes the next character if it is this one.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes what comes at one instant: a mark, or several in brackets.
  ///
  /// - Parameter isShort: Whether a value without quotes and brackets is a single character.
  mutating func marks(isShort: Bool) throws -> [Mark] {
    guard take("(") else { return [try mark(isShort: isShort)] }
    var marks: [Mark] = []
    repeat { marks.append(try mark(isShort: false)) } while take(" ")
    guard take(")") else { throw unexpected("a space or )") }
    return marks
  }

  private mutating func mark(isShort: Bool) throws -> Mark {
    switch next {
    case "^":
      rest.removeFirst()
      return .subscription
    case "|":
      rest.removeFirst()
      return .finished
    case "!":
      rest.removeFirst()
      return .cancel
    case "#":
      rest.removeFirst()
      return .failure(next == "\"" ? try quoted() : "")
    case "\"": return .value(try quoted())
    case "+": return .request(try demand())
    default: return .value(try plain(isShort: isShort))
    }
  }

  private mutating func plain(isShort: Bool) throws -> String {
    guard let first = next, first.isPlain else { throw unexpected("an event") }
    var text = isShort ? rest.prefix(1) : rest.prefix { $0.isPlain || $0 == "-" }
    while text.last == "-" { text.removeLast() }  // time passing
    rest.removeFirst(text.count)
    return String(String.UnicodeScalarView(text))
  }

  /// Takes a text in quotes.
  mutating func quoted() throws -> String {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(try escaped())
      default: text.append(scalar)
      }
    }
    throw MarbleError("a quote is not closed")
  }

  private mutating func escaped() throws -> Unicode.Scalar {
    switch rest.popFirst() {
    case "\"": return "\""
    case "\\": return "\\"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let digits = rest.dropFirst().prefix { $0.properties.isASCIIHexDigit }
      guard take("{"), rest.dropFirst(digits.count).first == "}",
        let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { throw MarbleError(#"\u wants a scalar in braces, as in \u{7F}"#) }
      rest.removeFirst(digits.count + 1)
      return scalar
    default: throw MarbleError(#"a \ wants one of " \ n r t u after it"#)
    }
  }

  private mutating func demand() throws -> Subscribers.Demand {
    rest.removeFirst()
    if take("∞") { return .unlimited }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard let count = Int(String(String.UnicodeScalarView(digits))) else {
      throw MarbleError("+ wants a number or ∞ after it")
    }
    rest.removeFirst(digits.count)
    return .max(count)
  }

  /// The error of finding something else than what is due.
  func unexpected(_ due: String) -> MarbleError {
    let found = next.map { "\"\(String($0).visible)\"" } ?? "the end"
    return MarbleError("\(due) is due here, and not \(found)")
  }
}
