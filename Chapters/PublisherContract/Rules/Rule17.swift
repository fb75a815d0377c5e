import OpenCombineShim

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
      }
    ])
}

private let rule17Check: Check = { trial in
  let open = trial.scene()
  let patient = open.subscribe(first: .max(1))
  open.produce(3)
  for _ in 1...5 { patient.request(.max(1)) }
  guard patient.values.count > 1 else { return .notExercised("fewer than two values came") }

  let scene = trial.scene()
  let probe = scene.subscribe(first: .max(1))
  scene.produce(3)
  scene.finish()
  for _ in 1...5 { probe.request(.max(1)) }
  guard probe.isComplete else { return .notExercised("no completion came") }
  guard probe.values == patient.values else {
    return scene.breach(
      expected: "\(patient.values.count) values before the completion",
      seen: "\(probe.values.count)", at: scene.firstLine { $0.kind == .completion })
  }
  return .held
}

// MARK: A mutant

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
