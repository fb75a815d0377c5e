extension MarbleDiagram {
  /// Says where what was recorded differs from what was expected.
  ///
  /// It compares the events of each timeline, and neither requests nor how long it is silent after
  /// its last event. Costs O(n) for n ticks on all lanes.
  ///
  /// - Parameter expected: What there should be, on the same ticks.
  /// - Returns: The first tick at which a lane differs, and the lane expected above the one recorded;
  ///   nil where nothing differs.
  public func difference(from expected: MarbleDiagram) -> String? {
    let missing = Lane(name: "", isOpen: false, marks: [:], requests: nil)
    let known = expected.lanes.map(\.name)
    for name in known + lanes.map(\.name).filter({ !known.contains($0) }) {
      let lanes = [expected, self].map { diagram in
        diagram.lanes.first { $0.name == name } ?? missing
      }
      let length = max(length, expected.length)
      let marks = lanes.map(\.marks)
      guard let tick = (0..<length).first(where: { marks[0][$0] != marks[1][$0] }) else { continue }
      let found = marks.map { $0[tick]?.token ?? "nothing" }
      let drawing = MarbleDiagram(
        tick: self.tick, start: start, length: length,
        lanes: zip(lanes, ["expected", "recorded"]).map { lane, word in
          Lane(name: "\(name) \(word)", isOpen: lane.isOpen, marks: lane.marks, requests: nil)
        })
      return """
        \(name.quoted) differs first at tick \(tick) (\(time(at: tick))): \
        expected \(found[0]), recorded \(found[1])
        \(drawing)
        """
    }
    return nil
  }
}
