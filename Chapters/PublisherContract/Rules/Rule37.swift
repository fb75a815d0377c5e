import OpenCombineShim

extension Rule {
  static let rule37 = Rule(
    37, applies: [.subscriber], reactiveStreams: ["2.3"],
    sentence: """
      `receive(completion:)` calls nothing on the subscription.
      """,
    cause: """
      The subscription is over, and a cancel or request from here re-enters a publisher that is
      just ending.
      """,
    mend: """
      Let go of the subscription, and then tell your own closure.
      """,
    check: rule37Check,
    mutants: [
      .subscriber("a subscriber that cancels when it is completed", CancelsAtTheEnd.self)
    ])
}

private let rule37Check: Check = { trial in
  let scene = trial.scene()
  scene.produce()
  if scene.upstream.hasEnded { return .notExercised("it had ended before its completion") }
  let start = scene.history.count
  scene.finish()
  if let line = scene.firstLine(
    from: start, where: { $0.isUpstream && [.request, .cancel].contains($0.kind) })
  {
    return scene.breach(
      expected: "receive(completion:) calls nothing on the subscription",
      seen: scene.history.lines[line].description, at: line)
  }
  return scene.upstream.hasEnded ? .held : .notExercised("no completion came")
}

// MARK: A mutant

private final class CancelsAtTheEnd: Collector, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    let (subscription, log) = end()
    subscription?.cancel()
    log?("ended")
  }
}
