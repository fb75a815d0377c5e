extension MarbleDiagram {
  /// Reads a drawing as `text` makes it.
  ///
  /// Line endings may be any, and blanks at the end of a line may be missing. Costs O(n) for n
  /// characters.
  ///
  /// - Throws: `MarbleError` where it can't be read; it names the line, and in a lane the tick.
  public init(parsing text: String) throws {
    var parser = MarbleParser()
    for line in normalizedLines(text) { try parser.read(line) }
    self = try parser.diagram()
  }
}

private struct MarbleParser {
  private var number = 0  // of the present line
  private var rulers: [MarbleRuler] = []
  private var lanes: [MarbleLaneReader] = []
  private var lane: Int?  // the next one of the present row; nil between rows

  mutating func read(_ line: String) throws {
    number += 1
    do {
      if line.isEmpty {
        try endRow()
      } else if let index = lane {
        try readLane(line, index)
        lane = index + 1
      } else {
        rulers.append(try MarbleRuler(line, after: rulers.last))
        lane = 0
      }
    } catch {
      throw MarbleError("line \(number): \(error)")
    }
  }

  private mutating func endRow() throws {
    defer { lane = nil }
    guard let lane, lane < max(1, lanes.count) else { return }
    throw MarbleError(
      lanes.isEmpty ? "there is no lane below the ruler" : "a lane is missing: \(lanes[lane].title)"
    )
  }

  private mutating func readLane(_ line: String, _ index: Int) throws {
    let ruler = rulers[rulers.count - 1]
    var (title, cells) = ruler.split(line)
    while title.hasSuffix(" ") { title.removeLast() }
    if rulers.count == 1 {
      guard title == demandTitle || !lanes.contains(where: { $0.title == title }) else {
        throw MarbleError("there are two lanes named \(title)")
      }
      lanes.append(MarbleLaneReader(title: title))
    }
    guard index < lanes.count, lanes[index].title == title else {
      let due = index < lanes.count ? lanes[index].title : "no lane"
      throw MarbleError("\(due) is due here as in the row above, and not \(title)")
    }
    for (place, cell) in cells.enumerated() {
      let tick = ruler.first + place
      do {
        var scanner = MarbleScanner(cell)
        var marks: [MarbleDiagram.Mark] = []
        if let next = scanner.next, next != "-", next != " " {
          marks = try scanner.marks(isShort: false)
        }
        let isPassing = scanner.take("-")
        while scanner.take(isPassing ? "-" : " ") {}
        guard scanner.next == nil else { throw scanner.unexpected("the next cell's column") }
        guard place < ruler.count else {
          if cell.isEmpty { continue }
          throw MarbleError("the ruler ends before this cell")
        }
        try lanes[index].append(marks, isPassing: isPassing, at: tick)
      } catch {
        throw MarbleError("tick \(tick): \(error)")
      }
    }
  }

  mutating func diagram() throws -> MarbleDiagram {
    try read("")
    guard let first = rulers.first, let last = rulers.last else {
      throw MarbleError(#"there is no diagram: it begins with a ruler, as in "tick 1s  0  1  2""#)
    }
    var result: [MarbleDiagram.Lane] = []
    for (index, lane) in lanes.enumerated() where !lane.isDemand {
      let below = index + 1 < lanes.count && lanes[index + 1].isDemand ? lanes[index + 1] : nil
      result.append(
        .init(
          name: try name(lane.title), isOpen: lane.isOpen, marks: lane.marks,
          requests: below?.marks))
    }
    guard lanes.count == result.reduce(0, { $0 + ($1.requests == nil ? 1 : 2) }) else {
      throw MarbleError("a demand lane stands right below its timeline")
    }
    return MarbleDiagram(
      tick: first.tick, start: first.start, length: last.first + last.count, lanes: result)
  }

  private func name(_ title: String) throws -> String {
    if title.isPlainName { return title }
    var scanner = MarbleScanner(title)
    guard scanner.next == "\"", case let name = try scanner.quoted(), scanner.next == nil else {
      throw MarbleError("the lane \(title) wants its name in quotes")
    }
    return name
  }
}
