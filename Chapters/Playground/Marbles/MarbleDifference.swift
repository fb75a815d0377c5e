extension MarbleDiagram {
  /// Says where what was recorded differs from what was expected.
  ///
  /// It compares the events of each timeline, and what the subscriber asks for where the expected lane
  /// has demand; not how long a timeline is silent after its last event. Costs O(n) for n ticks on all
  /// lanes.
  ///
  /// - Parameter expected: What there should be. Traps where it is not on the same ticks.
  /// - Returns: The first tick at which a lane differs, and each lane that does, the one expected above
  ///   the one recorded; nil where nothing differs.
  public func difference(from expected: MarbleDiagram) -> String? {
    require(
      tick == expected.tick && start == expected.start,
      """
      MarbleDiagram.difference(from:): the ticks must be the same, but are \(tick) from \(start) \
      and \(expected.tick) from \(expected.start)
      """)
    let length = max(length, expected.length)
    let known = expected.lanes.map(\.name)
    let differences = (known + lanes.map(\.name).filter { !known.contains($0) })
      .compactMap { name in
        LaneDifference(
          name: name, expected: expected.lanes.first { $0.name == name },
          recorded: lanes.first { $0.name == name }, length: length)
      }
    guard let first = differences.min(by: { $0.tick < $1.tick }) else { return nil }
    let drawing = MarbleDiagram(
      tick: tick, start: start, length: length, lanes: differences.flatMap(\.lanes))
    return """
      \(first.name.quoted) differs first at tick \(first.tick) (\(time(at: first.tick))): \
      expected \(first.found[0]), recorded \(first.found[1])
      \(drawing)
      """
  }
}

/// Where two lanes of one name differ.
private struct LaneDifference {
  let name: String
  let tick: Int
  /// What there is at that tick, expected and recorded.
  let found: [String]
  /// The two lanes, named for it.
  let lanes: [MarbleDiagram.Lane]

  init?(
    name: String, expected: MarbleDiagram.Lane?, recorded: MarbleDiagram.Lane?, length: Int
  ) {
    let comparesDemand = expected?.requests != nil
    let pair = [expected, recorded].map { lane in
      (
        isOpen: lane?.isOpen ?? false, marks: lane?.marks ?? [:],
        requests: comparesDemand ? lane?.requests ?? [:] : nil
      )
    }
    func all(_ lane: Int, _ tick: Int) -> [MarbleDiagram.Mark] {
      (pair[lane].marks[tick] ?? []) + (pair[lane].requests?[tick] ?? [])
    }
    let opensDiffer = pair[0].isOpen != pair[1].isOpen
    guard let tick = opensDiffer ? 0 : (0..<length).first(where: { all(0, $0) != all(1, $0) })
    else { return nil }
    self.name = name
    self.tick = tick
    found = [0, 1].map { lane in
      let marks = all(lane, tick)
      return marks.isEmpty ? pair[lane].isOpen ? "-" : "nothing" : marks.token
    }
    lanes = zip(pair, ["expected", "recorded"]).map { lane, word in
      MarbleDiagram.Lane(
        name: "\(name) \(word)", isOpen: lane.isOpen, marks: lane.marks, requests: lane.requests)
    }
  }
}
