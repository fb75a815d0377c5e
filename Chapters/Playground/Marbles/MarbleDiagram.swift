import OpenCombineShim

/// What happened when on some timelines, laid on a grid of ticks, to be drawn or to be compared.
///
/// Drawn as text, with one cell a tick:
///
///     tick 0.5s  0    0.5  1    1.5  2
///     timer      ^---------1---------(2 |)
///
/// `^` is the subscription, `-` time passing, `|` the finish, `#"text"` a failure, `!` a cancel, and
/// `(2 |)` what comes at one instant. A value stands as its own text, in quotes and with escapes if
/// there is more in it than letters, digits, `.` and inner `-`. Before `^` and after the end is blank.
///
/// Marble diagrams come from Rx; this notation is modelled on the marble tests of RxJS.
public struct MarbleDiagram: Hashable, Sendable {
  /// What stands in a cell.
  public enum Mark: Hashable, Sendable {
    /// The subscription arrives.
    case subscription
    /// A value arrives; the text describes it.
    case value(String)
    /// The publisher finishes.
    case finished
    /// The publisher fails; the text describes the error.
    case failure(String)
    /// The subscriber cancels.
    case cancel
    /// The subscriber asks for values.
    case request(Subscribers.Demand)
  }

  /// One timeline.
  public struct Lane: Hashable, Sendable {
    /// The name under which it was recorded.
    public let name: String
    /// Whether it is subscribed before the first tick, as far as a drawing can show that.
    public let isOpen: Bool
    /// What happens at each tick, in order; nothing at a tick that is missing.
    public let marks: [Int: [Mark]]
    /// What the subscriber asks for at each tick, or nil where that is not drawn.
    public let requests: [Int: [Mark]]?

    init(name: String, isOpen: Bool, marks: [Int: [Mark]], requests: [Int: [Mark]]?) {
      self.name = name
      // A subscription or an end at the first tick leaves no cell in which the difference shows.
      self.isOpen = isOpen && !(marks[0] ?? []).contains { $0.opens != nil }
      self.marks = marks
      self.requests = requests
    }
  }

  /// The time between two cells.
  public let tick: VirtualTime.Stride
  /// The time of the first cell, from the clock's origin.
  public let start: VirtualTime.Stride
  /// The number of cells.
  public let length: Int
  /// The timelines, in the order in which they first appeared.
  public let lanes: [Lane]

  /// The most cells that a lane can have.
  public static let maximumLength = 100_000

  /// The most columns that the cells of all lanes can have together.
  public static let maximumColumns = 400_000

  /// Lays the events of a transcript on a grid; its notes are no part of a picture.
  ///
  /// A timeline with nothing in the window, and not subscribed there, is left out. Costs O(n) for n
  /// entries.
  ///
  /// - Parameters:
  ///   - entries: The transcript's entries.
  ///   - tick: The time between two cells. Traps unless it is positive.
  ///   - window: The first and the last moment to be drawn, from the clock's origin.
  ///   - showsDemand: Whether to draw what the subscribers ask for.
  /// - Throws: `MarbleError` where an event in the window is off the tick, where nothing happens in
  ///   the window, and where it has more than `maximumLength` ticks or `maximumColumns` columns: every
  ///   cell is as wide as the widest.
  public init(
    _ entries: [Transcript.Entry], tick: VirtualTime.Stride,
    window: ClosedRange<VirtualTime.Stride>, showsDemand: Bool = false
  ) throws {
    require(tick > .zero, "MarbleDiagram(tick:): the tick must be positive, but is \(tick)")
    let (start, end) = (window.lowerBound, window.upperBound)
    let last = (end - start).nanoseconds / tick.nanoseconds
    guard last < Self.maximumLength else {
      throw MarbleError(
        "from \(start) to \(end) there are more than \(Self.maximumLength) ticks of \(tick): "
          + "give it a greater tick or a narrower window")
    }

    var drafts: [Draft] = []
    var places: [String: Int] = [:]
    for entry in entries {
      guard case .event(let event, let name) = entry.content else { continue }
      let place = places[name] ?? drafts.count
      if place == drafts.count {
        drafts.append(Draft(name: name))
        places[name] = place
      }
      let time = VirtualTime.origin.distance(to: entry.time)
      let mark = Mark(event)
      if time < start {
        drafts[place].isOpen = mark.opens ?? drafts[place].isOpen
      } else if time <= end, showsDemand || !mark.isRequest {
        let (index, rest) = (time - start).nanoseconds
          .quotientAndRemainder(dividingBy: tick.nanoseconds)
        guard rest == 0 else { throw MarbleError(offTick: entry, tick: tick, start: start) }
        drafts[place].append(mark, at: Int(index))
      }
    }
    guard drafts.contains(where: { !$0.marks.isEmpty || !$0.requests.isEmpty }) else {
      throw MarbleError("nothing happens from \(start) to \(end): give it another window")
    }
    self.init(
      tick: tick, start: start, length: Int(last) + 1,
      lanes: drafts.compactMap { $0.lane(showsDemand: showsDemand) })
    let cells = lanes.flatMap { Array($0.marks.values) + Array(($0.requests ?? [:]).values) }
    let widest = cells.map(\.token.columns).max() ?? 0
    let columns = length * (widest + 1) * lanes.count
    guard columns <= Self.maximumColumns else {
      throw MarbleError(
        "\(length) ticks with up to \(widest) columns each on \(lanes.count) timelines are too much "
          + "to draw: give it a narrower window")
    }
  }

  init(tick: VirtualTime.Stride, start: VirtualTime.Stride, length: Int, lanes: [Lane]) {
    self.tick = tick
    self.start = start
    self.length = length
    self.lanes = lanes
  }

  /// The time of a cell, from the clock's origin.
  func time(at index: Int) -> VirtualTime.Stride {
    start + .scaled(index, tick.nanoseconds)
  }
}

/// A lane that is being filled.
private struct Draft {
  let name: String
  var isOpen = false
  var marks: [Int: [MarbleDiagram.Mark]] = [:]
  var requests: [Int: [MarbleDiagram.Mark]] = [:]

  mutating func append(_ mark: MarbleDiagram.Mark, at index: Int) {
    if mark.isRequest {
      requests[index, default: []].append(mark)
    } else {
      marks[index, default: []].append(mark)
    }
  }

  /// The lane, unless there is nothing on it.
  func lane(showsDemand: Bool) -> MarbleDiagram.Lane? {
    guard isOpen || !marks.isEmpty || !requests.isEmpty else { return nil }
    return MarbleDiagram.Lane(
      name: name, isOpen: isOpen, marks: marks, requests: showsDemand ? requests : nil)
  }
}
