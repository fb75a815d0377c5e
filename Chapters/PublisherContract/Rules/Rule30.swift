import OpenCombineShim

extension Rule {
  static let rule30 = Rule(
    30, applies: [.operator],
    sentence: """
      A shared publisher disconnects when its last subscriber cancels, and not before.
      """,
    cause: """
      Disconnecting too early starves the siblings; not disconnecting leaves a timer that runs for
      nobody.
      """,
    mend: """
      Remove the member and test for an empty set under one hold of the lock, then cancel outside
      it.
      """,
    check: rule30Check,
    mutants: [
      Mutant(
        "an operator that disconnects with its first subscriber",
        alsoBreaks: [
          16: "the others never hear of the end",
          32: "a newcomer loses its connection to whoever leaves",
        ]
      ) {
        .operator("DisconnectsEarly", .sharing) { DisconnectsEarly(upstream: $0) }
      },
      Mutant("an operator that never disconnects") {
        .operator("NeverDisconnects", .sharing) { NeverDisconnects(upstream: $0) }
      },
      Mutant("an operator that does not disconnect while it sends") {
        .operator("StaysInside", .sharing) { StaysInside(upstream: $0) }
      },
    ])
}

private let rule30Check: Check = { trial in
  let facts = trial.thing.facts
  guard facts.isShared || facts.isConnectionShared else {
    return .notApplicable("its subscribers share nothing")
  }
  guard !trial.scene().isConnectable else {
    return .notApplicable("its connection ends it, and not its last subscriber")
  }
  let goesOn =
    trial.valuesOnUnlimitedDemand(producing: 4).count
    > trial.valuesOnUnlimitedDemand(producing: 1).count
  guard goesOn else { return .notExercised("no more than one value came") }
  let sharedName = facts.isShared ? "upstream 1" : "upstream"
  let scene = trial.scene()
  let first = scene.subscribe("first", first: .unlimited)
  let last = scene.subscribe("last", first: .unlimited)
  scene.produce()
  guard !last.values.isEmpty else { return .notExercised("no value came") }
  first.cancel()
  if let line = scene.firstLine(where: { $0.probe == sharedName && $0.kind == .cancel }) {
    return scene.breach(
      expected: "upstream goes on for the last subscriber",
      seen: scene.history.lines[line].description, at: line)
  }
  let count = last.values.count
  scene.produce(3)
  guard last.values.count > count else {
    return scene.breach(
      expected: "values for the last subscriber", seen: "none", at: nil)
  }
  last.cancel()
  let cancels = scene.count { $0.probe == sharedName && $0.kind == .cancel }
  guard cancels == 1 else {
    return scene.breach(
      expected: "upstream is let go of once, behind the last cancel", seen: "\(cancels) times",
      at: nil)
  }
  return breachInsideAValue(trial) ?? breachInsideASubscription(trial) ?? .held
}

/// Both leave inside the same value.
private func breachInsideAValue(_ trial: Trial) -> Verdict? {
  let scene = trial.scene()
  for name in ["first", "last"] {
    scene.subscribe(name, first: .unlimited) {
      $0.onValue = { probe, _ in
        probe.cancel()
        return .none
      }
    }
  }
  scene.produce(4)
  return breachOfLettingGo(in: scene, "a cancel inside receive(_:)")
}

/// Both leave while the second one is handed its subscription.
private func breachInsideASubscription(_ trial: Trial) -> Verdict? {
  let scene = trial.scene()
  let first = scene.subscribe("first", first: .unlimited)
  scene.produce()
  scene.subscribe("last", first: .unlimited) {
    $0.onSubscription = { last in
      first.cancel()
      last.cancel()
    }
  }
  return breachOfLettingGo(in: scene, "a cancel inside receive(subscription:)")
}

/// However often it has connected, nothing is left of it when all have gone.
private func breachOfLettingGo(in scene: Scene, _ place: String) -> Verdict? {
  let isShared = scene.thing.facts.isShared
  let made = scene.count {
    isShared ? $0.isUpstream && $0.kind == .subscribe : $0.text == "is connected"
  }
  let ended = scene.count {
    $0.kind == .cancel && (isShared ? $0.probe.hasPrefix("upstream ") : $0.probe == "upstream")
  }
  guard made != ended else { return nil }
  return scene.breach(
    expected: "upstream is let go of once, behind \(place) of the last subscriber",
    seen: "\(ended) times", at: nil)
}

// MARK: Mutants

private final class DisconnectsEarly: Sharing, @unchecked Sendable {
  override func leave() {
    let link = lock.withLock {
      defer { self.link = nil }
      return self.link
    }
    link?.cancel()
  }
}

private final class NeverDisconnects: Sharing, @unchecked Sendable {
  override func leave() {}
}

private final class StaysInside: Sharing, @unchecked Sendable {
  private var sending = 0  // guarded by the lock

  override func send(_ value: Int) {
    lock.withLock { sending += 1 }
    super.send(value)
    lock.withLock { sending -= 1 }
  }

  override func leave() {
    if lock.withLock({ sending == 0 }) { super.leave() }
  }
}
