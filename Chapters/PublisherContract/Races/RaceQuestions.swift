/// What the checks of races ask about a scene.
extension Scene {
  /// The first line of a probe from a place on that is one of some kinds.
  func firstEvent(
    of name: String, from start: Int, kinds: Set<History.Line.Kind> = .events
  ) -> Int? {
    firstLine(from: start) { $0.probe == name && kinds.contains($0.kind) }
  }

  /// The first event of a probe behind its completion; a second completion is no such event.
  func eventAfterCompletion(of name: String) -> Int? {
    firstLine { $0.probe == name && $0.kind == .completion }
      .flatMap { firstEvent(of: name, from: $0 + 1, kinds: [.value, .subscription]) }
  }

  /// The places in the history where the upstream was told something of a kind.
  func upstreamLines(_ kind: History.Line.Kind) -> [Int] {
    let lines = history.lines
    return lines.indices.filter { lines[$0].isUpstream && lines[$0].kind == kind }
  }
}

extension Set<History.Line.Kind> {
  /// What a subscriber receives.
  static let events: Set = [.subscription, .value, .completion]
}
