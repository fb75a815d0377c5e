import OpenCombineShim

extension Rule {
  static let rule32 = Rule(
    32, applies: [.operator],
    sentence: """
      First subscribers that arrive on several threads at the same time connect once.
      """,
    cause: """
      If each sees that there is no connection and makes one, upstream runs twice.
      """,
    mend: """
      Set a `connecting` state under the lock, connect outside it, and then check whether
      everybody has left meanwhile.
      """,
    check: rule32Check,
    mutants: [
      Mutant("an operator that looks for a connection and makes it in two holds of its lock") {
        .operator("LooksThenConnects", .sharing) { LooksThenConnects(upstream: $0) }
      },
      Mutant("an operator that cancels its connection first and forgets it later") {
        .operator("ForgetsLater", .sharing) { ForgetsLater(upstream: $0) }
      },
    ])
}

private let rule32Check: Check = { trial in
  let facts = trial.thing.facts
  guard facts.isShared || facts.isConnectionShared else {
    return .notApplicable("its subscribers share nothing")
  }
  let scene = trial.scene()
  guard !scene.isConnectable else {
    return .notApplicable("its connection begins it, and not its first subscriber")
  }
  let probe = scene.subscribe(first: .unlimited)
  scene.produce()
  guard !probe.values.isEmpty else { return .notExercised("no value came") }
  let canBeginAgain = beginsAgain(trial)
  return trial.breachInRaces { scene in
    Race("subscribe against subscribe", { scene.subscribe("first", first: .unlimited) }) {
      scene.subscribe("second", first: .unlimited)
    } judge: {
      judgeConnections(of: scene, ["first", "second"])
    }
  } ?? trial.breachInRaces { scene in
    guard canBeginAgain else { return nil }
    let leaver = scene.subscribe("leaver", first: .unlimited)
    scene.produce()
    return Race("subscribe against the last cancel", { leaver.cancel() }) {
      scene.subscribe("comer", first: .unlimited)
    } judge: {
      judgeConnections(of: scene, ["comer"])
    }
  } ?? .held
}

/// Whether one that comes behind the last cancel is fed: not by one that has ended with a value.
private func beginsAgain(_ trial: Trial) -> Bool {
  let scene = trial.scene()
  let leaver = scene.subscribe("leaver", first: .unlimited)
  scene.produce()
  leaver.cancel()
  scene.subscribe("comer", first: .unlimited)
  return judgeConnections(of: scene, ["comer"]) == nil
}

/// There is one live connection, and it feeds everybody who is there.
private func judgeConnections(of scene: Scene, _ names: [String]) -> Verdict? {
  let isShared = scene.thing.facts.isShared
  let lines = scene.history.lines
  let begins = lines.indices.filter {
    isShared
      ? lines[$0].isUpstream && lines[$0].kind == .subscribe
      : lines[$0].probe == "upstream" && lines[$0].text == "is connected"
  }
  let ends = lines.filter {
    $0.kind == .cancel && (isShared ? $0.isUpstream : $0.probe == "upstream")
  }
  guard begins.count - ends.count == 1 else {
    return scene.breach(
      expected: "one connection: one more made than ended",
      seen: "\(begins.count) made, \(ends.count) ended", at: begins.last)
  }
  let start = scene.history.count
  scene.produce(3)  // it may let pass only some of them
  for name in names where scene.firstEvent(of: name, from: start) == nil {
    return scene.breach(expected: "a value for \(name)", seen: "none", at: nil)
  }
  return nil
}

// MARK: Mutants

private final class LooksThenConnects: Sharing, @unchecked Sendable {
  override func connect() {
    guard lock.withLock({ self.link == nil && completion == nil && !outlets.isEmpty }) else {
      return
    }
    let link = SharingLink(self)
    upstream.subscribe(link)
    lock.withLock { self.link = link }
  }
}

private final class ForgetsLater: Sharing, @unchecked Sendable {
  override func leave() {
    guard let link = lock.withLock({ outlets.isEmpty ? self.link : nil }) else { return }
    link.cancel()
    lock.withLock { self.link = nil }
  }
}
