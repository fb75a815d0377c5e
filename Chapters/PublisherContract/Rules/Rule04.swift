import OpenCombineShim

extension Rule {
  static let rule04 = Rule(
    4, applies: [.publisher],
    sentence: """
      A connectable publisher sends nothing but subscriptions before `connect()`.
      """,
    cause: """
      The point of `connect()` is that every subscriber can be in place first. The mistake is to
      start the work in `init` or on the first demand.
      """,
    mend: """
      Keep the demand, and start the work in `connect()`.
      """,
    check: rule04Check,
    mutants: [
      Mutant("a connectable publisher that starts with its first subscriber") {
        .connectable("EagerNumbers", .reference) { EagerNumbers(to: 20, on: $0) }
      }
    ])
}

private let rule04Check: Check = { trial in
  let scene = trial.scene()
  guard scene.isConnectable else { return .notApplicable("it is not connectable") }
  let probe = scene.subscribe(first: .unlimited)
  scene.letTimePass(intervals: 3)
  if let line = scene.firstLine(where: { [.value, .completion].contains($0.kind) }) {
    return scene.breach(
      expected: "nothing but a subscription before connect()",
      seen: scene.history.lines[line].text, at: line)
  }
  scene.produce(3)
  return probe.values.isEmpty ? .notExercised("no value came after connect() either") : .held
}

// MARK: A mutant

private final class EagerNumbers: ConnectableNumbers, @unchecked Sendable {
  private var connection: Cancellable?

  override func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    super.receive(subscriber: subscriber)
    if connection == nil { connection = super.connect() }
  }

  override func connect() -> Cancellable { AnyCancellable {} }
}
