/// Where everything stands in the picture of a diagram, in whole units of its view box.
struct MarbleLayout {
  private static let margin = 16
  private static let overhang = 12  // of a line that comes from the row above or goes on below
  private static let gap = 8  // between what comes at two instants
  private static let fullWidth = 560  // of a picture with full rows
  static let rulerHeight = 28
  static let nameHeight = 28

  struct Lane {
    let name: String
    let groups: [Int: MarbleGroup]
    let requests: [Int: MarbleGroup]?
    let top: Int  // from the row's own, as all that follow

    /// Where the timeline runs.
    var line: Int { top + MarbleLayout.nameHeight + MarbleGroup.height / 2 }
    /// Where the demand stands.
    var demandLine: Int { line + Self.height(of: groups) - 2 }
    /// Where the next lane begins.
    var bottom: Int {
      line - MarbleGroup.height / 2 + 8 + Self.height(of: groups)
        + (requests.map { Self.height(of: $0) - 6 } ?? 0)
    }

    private static func height(of groups: [Int: MarbleGroup]) -> Int {
      (groups.values.map(\.rows).max() ?? 1) * MarbleGroup.pitch
    }
  }

  let lanes: [Lane]
  /// The units between two ticks.
  let cell: Int
  /// How many ticks a row has.
  let perRow: Int
  /// How many ticks there are from one label of the ruler to the next.
  let labelStep: Int
  let rows: [Range<Int>]
  let rowHeight: Int
  let width: Int
  private let left: Int

  init(_ diagram: MarbleDiagram) {
    var lanes: [Lane] = []
    let labelWidth =
      (0..<diagram.length).map { diagram.time(at: $0).shortText.count }.max()! * 9 + 9
    // A short diagram has room for a label at each tick.
    var cell = max(14, min(labelWidth + 2 * Self.gap, (Self.fullWidth - 80) / diagram.length))
    var top = Self.rulerHeight
    for lane in diagram.lanes {
      let groups = lane.marks.mapValues { MarbleGroup($0) }
      // A subscriber asks when it is subscribed: its demand stands below that sign.
      let requests = lane.requests.map { requests in
        Dictionary(
          uniqueKeysWithValues: requests.map { tick, marks in
            (tick, MarbleGroup(marks, shift: groups[tick]?.subscriptionShift ?? 0))
          })
      }
      cell = max(cell, Self.cell(groups), Self.cell(requests ?? [:]))
      lanes.append(Lane(name: lane.name, groups: groups, requests: requests, top: top))
      top = lanes.last!.bottom
    }
    self.lanes = lanes
    self.cell = cell
    rowHeight = top

    let step = roundStep(
      atLeast: (labelWidth + 2 * Self.gap + cell - 1) / cell, tick: diagram.tick)
    labelStep = step

    /// As many ticks as fill the rows evenly, and if possible so many that each row begins with a
    /// round time.
    func ticks(atMost limit: Int) -> Int {
      let even = evenRows(diagram.length, atMost: limit)
      let round = min((even + step - 1) / step, limit / step) * step
      return even < diagram.length && round > 0 ? round : even
    }
    /// The room left of a row's first tick and right of its last one.
    func ends(_ perRow: Int) -> (lead: Int, trail: Int) {
      let least = max(Self.overhang, labelWidth / 2)
      return lanes.flatMap { [$0.groups, $0.requests ?? [:]] }.joined()
        .reduce((least, least)) { ends, place in
          let column = place.key % perRow
          return (
            max(ends.0, place.value.lead - column * cell),
            max(ends.1, place.value.trail - (perRow - 1 - column) * cell)
          )
        }
    }
    let fullWidth = Self.fullWidth - 2 * Self.margin
    var perRow = ticks(atMost: (fullWidth - 2 * Self.overhang) / cell + 1)
    while perRow > 1, case (let lead, let trail) = ends(perRow),
      lead + (perRow - 1) * cell + trail > fullWidth
    {
      perRow = ticks(atMost: perRow - 1)
    }
    let (lead, trail) = ends(perRow)
    left = Self.margin + lead
    width = max(320, left + (perRow - 1) * cell + trail + Self.margin)
    self.perRow = perRow
    rows = stride(from: 0, to: diagram.length, by: perRow).map { [perRow] in
      $0..<min($0 + perRow, diagram.length)
    }
  }

  /// The least units between two ticks at which nothing on a lane touches.
  private static func cell(_ groups: [Int: MarbleGroup]) -> Int {
    let ticks = groups.keys.sorted()
    return zip(ticks, ticks.dropFirst()).reduce(0) { least, pair in
      let (distance, room) = (
        pair.1 - pair.0, groups[pair.0]!.trail + gap + groups[pair.1]!.lead
      )
      return max(least, (room + distance - 1) / distance)
    }
  }

  func x(_ tick: Int) -> Int { left + tick % perRow * cell }

  /// The horizontal lines that show when a lane is subscribed, row by row.
  func paths(_ lane: MarbleDiagram.Lane, length: Int) -> [Int: [ClosedRange<Int>]] {
    var result: [Int: [ClosedRange<Int>]] = [:]
    func draw(from start: Int?, to end: Int?) {
      let (first, last) = (start ?? 0, end ?? length - 1)
      for row in first / perRow...last / perRow {
        let cells = rows[row]
        let from = cells.contains(start ?? -1) ? x(first) : x(cells.lowerBound) - Self.overhang
        let to = cells.contains(end ?? -1) ? x(last) : x(cells.upperBound - 1) + Self.overhang
        result[row, default: []].append(from...max(from, to))
      }
    }
    var isActive = lane.isOpen
    var start: Int?  // nil before the first tick
    for tick in lane.marks.keys.sorted() {
      for opens in lane.marks[tick]!.compactMap(\.opens) where opens != isActive {
        if isActive { draw(from: start, to: tick) }
        (isActive, start) = (opens, tick)
      }
    }
    if isActive { draw(from: start, to: nil) }
    return result
  }
}

/// The roundest number of ticks from one label to the next: that of which the seconds have the most
/// zeros at their end, and before them 1, 2 or 5.
private func roundStep(atLeast least: Int, tick: VirtualTime.Stride) -> Int {
  func roundness(_ count: Int) -> Int {
    var (digits, zeros) = (VirtualTime.Stride.scaled(count, tick.nanoseconds).nanoseconds, 0)
    while digits % 10 == 0 { (digits, zeros) = (digits / 10, zeros + 1) }
    return 2 * zeros + ([1, 2, 5].contains(digits) ? 1 : 0)
  }
  return (least...2 * least).reduce(least) { roundness($1) > roundness($0) ? $1 : $0 }
}
