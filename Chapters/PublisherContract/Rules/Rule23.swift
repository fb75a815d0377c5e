import OpenCombineShim

extension Rule {
  static let rule23 = Rule(
    23, applies: [.publisher, .operator],
    sentence: """
      A cancel inside `receive(subscription:)` leaves silence, and no upstream that is still
      alive.
      """,
    cause: """
      The mistake is to go on after that call: to start a timer, to connect or to send the
      completion.
      """,
    mend: """
      Look at the state again when it returns, and start, connect or send only if nobody has
      cancelled.
      """,
    check: rule23Check,
    mutants: [
      Mutant("a publisher that starts its timer whatever has happened") {
        .publisher("StartsAnyway", .reference) { StartsAnyway(to: 20, on: $0) }
      }
    ])
}

private let rule23Check: Check = { trial in
  for first in [Subscribers.Demand.none, .unlimited] {
    let scene = trial.scene()
    let probe = scene.subscribe(first: first) { $0.onSubscription = { $0.cancel() } }
    guard let start = probe.lineAfterCancel else {
      return .notExercised("no subscription came")
    }
    scene.letTimePass(intervals: 0)  // what was to run at once is over
    let pending = scene.scheduler.pendingEvents
    if !scene.isConnectable, pending > 0 {
      return scene.breach(
        expected: "no timer after a cancel inside receive(subscription:)",
        seen: "\(pending) pending on the scheduler", at: nil)
    }
    for (begins, what) in [("is subscribed to", "subscription"), ("is connected", "connection")] {
      let begun = scene.count { $0.isUpstream && $0.text == begins }
      let ended = scene.count {
        $0.isUpstream && $0.kind == .cancel && ($0.probe == "upstream") == (what == "connection")
      }
      guard begun <= ended else {
        return scene.breach(
          expected: "no upstream that is still alive",
          seen: "a \(what) that nobody has cancelled", at: nil)
      }
    }
    scene.produce(2)
    scene.finish()
    if let line = scene.firstLine(
      from: start,
      where: {
        [.value, .completion].contains($0.kind)
          || $0.isUpstream && $0.kind == .request && !scene.isConnectable
      })
    {
      return scene.breach(
        expected: "silence after a cancel inside receive(subscription:)",
        seen: scene.history.lines[line].description, at: line)
    }
  }
  return .held
}

// MARK: A mutant

private final class StartsAnyway: Numbers {
  override func start(_ outlet: Outlet) {
    var number = 0
    let timer = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 1) { [last] in
      number += 1
      outlet.accept(number)
      if number == last { outlet.accept(.finished) }
      outlet.drain()
    }
    outlet.lock.withLock { outlet.onEnd = timer.cancel }
  }
}
