import Playground

extension Finding {
  /// The most cells of a lane.
  private static let length: Int64 = 12

  /// The probes' lanes around the offending line, where time passes there, demand with them where the
  /// rule is about demand.
  var marbles: String? {
    let events = history.filter { $0.event != nil }
    let times = events.map(\.time.nanoseconds)
    let tick = times.reduce(0, greatestCommonDivisor)
    guard tick > 0, let last = times.max() else { return nil }
    let place = offendingLine.map { history[$0].time.nanoseconds / tick * tick } ?? last
    let end = min(last, place + tick * (Self.length / 4))
    let start = max(0, end - tick * (Self.length - 1))
    guard Set(times.filter { (start...end).contains($0) }).count > 1 else { return nil }

    let entries = events.compactMap { line in
      line.event.map { Transcript.Entry(line.time, .event($0, timeline: line.probe)) }
    }
    let window = VirtualTime.Stride(nanoseconds: start)...VirtualTime.Stride(nanoseconds: end)
    let diagram = try? MarbleDiagram(
      entries, tick: VirtualTime.Stride(nanoseconds: tick), window: window,
      showsDemand: Rule.aboutDemand.contains(rule.number))
    let lines = diagram?.text.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    guard let widest = lines.map(\.count).max(), widest <= 100 else { return nil }
    return lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
  }
}

private func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
  second == 0 ? first : greatestCommonDivisor(second, first % second)
}
