/// The first line of a row, which says where the cells stand and when they are.
struct MarbleRuler {
  let tick: VirtualTime.Stride
  let start: VirtualTime.Stride
  /// The number of the first cell.
  let first: Int
  /// How many cells there are.
  let count: Int

  private let offset: Int
  private let width: Int

  /// Reads a ruler.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - above: The ruler of the row above, which this one goes on.
  init(_ line: String, after above: MarbleRuler?) throws {
    var words: [(text: Substring, column: Int)] = []
    for word in line.split(separator: " ") {
      words.append((word, line.distance(from: line.startIndex, to: word.startIndex)))
    }
    guard words.count > 2, words[0].text == "tick", words[1].text.hasSuffix("s"),
      let tick = VirtualTime.Stride(shortText: words[1].text.dropLast()), tick > .zero,
      let start = VirtualTime.Stride(shortText: words[2].text)
    else {
      throw MarbleError(#"a row begins with a ruler, as in "tick 1s  0  1  2""#)
    }
    self.tick = tick
    self.start = above?.start ?? start
    first = above.map { $0.first + $0.count } ?? 0
    count = words.count - 2
    offset = words[2].column
    width = count > 1 ? words[3].column - offset : Int.max / 2
    guard tick == above?.tick ?? tick else {
      throw MarbleError("the tick is \(above!.tick.shortText)s in the row above")
    }
    for (index, word) in words[2...].enumerated() {
      let due = self.start + .scaled(first + index, tick.nanoseconds)
      guard word.text == due.shortText else {
        throw MarbleError("the ruler says \(word.text) where \(due.shortText) is due")
      }
      guard index == 0 || word.column == offset + index * width else {
        throw MarbleError("the ruler's cells are not of one width: see \(word.text)")
      }
    }
  }

  /// Splits a lane into what stands before its cells, its cells, and what stands beyond the last.
  func split(_ line: String) -> (title: String, cells: [ArraySlice<Unicode.Scalar>]) {
    let scalars = Array(line.unicodeScalars)
    var starts: [Int] = []
    var column = 0
    for (index, scalar) in scalars.enumerated() {
      while column >= offset, starts.count <= count, column >= offset + starts.count * width {
        starts.append(index)
      }
      column += scalar.columns
    }
    while starts.count <= count { starts.append(scalars.count) }
    let cells = zip(starts, starts.dropFirst() + [scalars.count]).map { scalars[$0..<$1] }
    return (String(String.UnicodeScalarView(scalars[..<starts[0]])), cells)
  }
}
