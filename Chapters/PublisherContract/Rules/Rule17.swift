import OpenCombineShim
import Playground

extension Rule {
  static let rule17 = Rule(
    17, applies: [.operator],
    sentence: """
      Completion never overtakes values already accepted for a subscriber.
      """,
    cause: """
      An operator with a queue forwards the completion while values wait for demand, or discards
      them.
      """,
    mend: """
      Store the completion under the lock and let the drain deliver it behind the last value.
      """,
    check: rule17Check,
    mutants: [
      Mutant(
        "an operator with a queue that passes the completion on at once",
        alsoBreaks: [18: "a value that another thread delivers meanwhile comes behind it"]
      ) {
        .operator("Overtakes", Facts { $0.upstreamDemand = .unlimited }) {
          Buffering(upstream: $0, makeLink: { Overtakes($0) })
        }
      },
      Mutant("an operator with a queue that keeps only four values for its end") {
        .operator("KeepsFour", Facts { $0.upstreamDemand = .unlimited }) {
          Buffering(upstream: $0, makeLink: { KeepsFour($0) })
        }
      },
    ])
}

private let rule17Check: Check = { trial in
  func run(_ end: (Scene) -> Void) -> (scene: Scene, probe: Probe) {
    let scene = trial.scene()
    let probe = scene.subscribe(first: .max(1))
    scene.produce(20)
    end(scene)
    for _ in 1...25 { probe.request(.max(1)) }
    return (scene, probe)
  }
  let due = run { _ in }.probe.values
  guard due.count > 1 else { return .notExercised("fewer than two values came") }

  let (scene, probe) = run { $0.finish() }
  guard probe.isComplete else { return .notExercised("no completion came") }
  // Behind them may come what the end itself brings.
  guard trial.areSame(Array(probe.values.prefix(due.count)), due) else {
    return scene.breach(
      expected: "\(due.count) values before the completion, as without it",
      seen: "\(probe.values.count)", at: scene.firstLine { $0.kind == .completion })
  }
  return .held
}

// MARK: Mutants

private final class Overtakes: BufferingLink, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    let downstream = lock.withLock {
      onEnd = nil
      return self.downstream
    }
    end()
    downstream?.receive(completion: completion)
  }
}

private final class KeepsFour: BufferingLink, @unchecked Sendable {
  override func receive(completion: Subscribers.Completion<ProbeError>) {
    lock.withLock {
      var rest = Queue<Int>()
      for _ in 1...4 { if let value = waiting.popFirst() { rest.append(value) } }
      waiting = rest
    }
    super.receive(completion: completion)
  }
}
