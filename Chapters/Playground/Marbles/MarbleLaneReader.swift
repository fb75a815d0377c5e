/// A lane that is being read, cell after cell.
struct MarbleLaneReader {
  typealias Mark = MarbleDiagram.Mark

  let title: String
  private(set) var marks: [Int: [Mark]] = [:]
  private(set) var isOpen = false
  private var isActive: Bool?  // nil until something shows it

  init(title: String) { self.title = title }

  var isDemand: Bool { title == demandTitle }

  /// Takes what comes at a tick.
  ///
  /// - Parameters:
  ///   - new: The marks of the cell.
  ///   - isPassing: Whether time passes after them; nil where the cell does not show it.
  ///   - index: The cell's number.
  mutating func append(_ new: [Mark], isPassing: Bool?, at index: Int) throws {
    for mark in new {
      guard mark.isRequest == isDemand else {
        throw MarbleError(
          isDemand
            ? "a demand lane holds requests only, and not \(mark.token)"
            : "a request stands in the demand lane, below its timeline: \(mark.token)")
      }
      guard let opens = mark.opens else { continue }
      if isActive == nil { isOpen = !opens && index > 0 }
      isActive = opens
    }
    if !new.isEmpty { marks[index] = new }
    guard let isPassing else { return }
    if isDemand {
      if isPassing { throw MarbleError("no time passes in a demand lane: leave blanks") }
    } else if let isActive {
      guard isActive != isPassing else { return }
      throw MarbleError(
        isActive
          ? "the timeline has not ended: write - and leave no blank"
          : "the timeline is not subscribed: leave a blank and write no -")
    } else {
      (isActive, isOpen) = (isPassing, isPassing)
    }
  }
}

extension MarbleDiagram {
  /// Reads lanes in their short form, in which each character is a tick: `"^-1-2-3-|"`.
  ///
  /// A value of more than one letter or digit stands in quotes or brackets, `^-"10"-(9 |)`; a quoted
  /// text, brackets and a failure with its text take one tick. A blank is a tick before the
  /// subscription or after the end. `"  demand": " (+2) +1"` below a timeline is what its subscriber
  /// asks for.
  ///
  /// - Parameters:
  ///   - lanes: The names of timelines, each with its lane.
  ///   - tick: The time between two characters. Traps unless it is positive.
  ///   - start: The time of the first character.
  /// - Throws: `MarbleError` where a lane can't be read; it names the lane and the tick.
  public init(
    _ lanes: KeyValuePairs<String, String>, tick: VirtualTime.Stride,
    start: VirtualTime.Stride = 0
  ) throws {
    require(tick > .zero, "MarbleDiagram(tick:): the tick must be positive, but is \(tick)")
    var length = 1
    var read: [Lane] = []
    for (name, text) in lanes {
      var reader = MarbleLaneReader(title: name == demandTitle ? name : name.quoted)
      var scanner = MarbleScanner(text)
      var index = 0
      while let next = scanner.next {
        do {
          if scanner.take("-") || scanner.take(" ") {
            let isBlankDemand = reader.isDemand && next == " "
            try reader.append([], isPassing: isBlankDemand ? nil : next == "-", at: index)
          } else {
            try reader.append(scanner.marks(isShort: true), isPassing: nil, at: index)
          }
        } catch {
          throw MarbleError("\(name.quoted), tick \(index): \(error)")
        }
        index += 1
      }
      length = max(length, index)
      guard reader.isDemand else {
        if read.contains(where: { $0.name == name }) {
          throw MarbleError("there are two lanes named \(name.quoted)")
        }
        read.append(
          Lane(name: name, isOpen: reader.isOpen, marks: reader.marks, requests: nil))
        continue
      }
      guard let timeline = read.popLast(), timeline.requests == nil else {
        throw MarbleError("\(name.quoted): a demand lane stands below its timeline")
      }
      read.append(
        Lane(
          name: timeline.name, isOpen: timeline.isOpen, marks: timeline.marks,
          requests: reader.marks))
    }
    self.init(tick: tick, start: start, length: length, lanes: read)
  }
}
