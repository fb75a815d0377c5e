import OpenCombineShim

extension Rule {
  static let rule26 = Rule(
    26, applies: [.publisher, .operator, .subject], reactiveStreams: ["3.6"],
    sentence: """
      A request after a cancel does nothing.
      """,
    cause: """
      Where a request starts the source, one that comes late starts it again, and nobody is left
      to stop it.
      """,
    mend: """
      Test under the lock that the subscriber is still there before adding the demand.
      """,
    check: rule26Check,
    mutants: [
      .subject(
        "a subject that goes on when it is asked after a cancel", GoesOn.self,
        alsoBreaks: [
          21: "what it sends then comes after the cancel",
          28: "it has to keep the subscriber for that",
        ])
    ])
}

private let rule26Check: Check = { trial in
  var isExercised = false
  var reason: String?
  for first in [Subscribers.Demand.none, .max(1)] {
    let scene = trial.scene()
    let probe = scene.subscribe(first: first)
    scene.produce(3)
    reason = probe.whyNotLive
    if reason != nil { continue }
    isExercised = true
    probe.cancel()
    let start = scene.history.count
    let pending = scene.scheduler.pendingEvents
    probe.request(.max(2))
    scene.letTimePass(intervals: 0)  // what was to run at once is over
    if scene.scheduler.pendingEvents > pending {
      return scene.breach(
        expected: "a request after a cancel starts nothing", seen: "it starts a timer", at: nil)
    }
    scene.produce(3)
    if let line = scene.firstLine(
      from: start, where: { $0.kind == .value || $0.isUpstream && $0.kind == .request })
    {
      return scene.breach(
        expected: "a request after a cancel does nothing",
        seen: scene.history.lines[line].description, at: line)
    }
  }
  return isExercised ? .held : .notExercised(reason ?? "no subscription came")
}

// MARK: A mutant

private final class GoesOn: Outlet, @unchecked Sendable {
  private var isCancelled = false  // guarded by the lock

  override func cancel() {
    let onEnd = lock.withLock {
      isCancelled = true
      return self.onEnd
    }
    onEnd?()
  }

  override func request(_ demand: Subscribers.Demand) {
    lock.withLock { isCancelled = false }
    super.request(demand)
  }

  override func takeEvent() -> Event? {
    isCancelled ? nil : super.takeEvent()
  }
}
