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
  return .held
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
