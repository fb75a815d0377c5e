import OpenCombineShim

extension Rule {
  static let rule24 = Rule(
    24, applies: [.publisher, .operator, .subject], reactiveStreams: ["3.7"],
    sentence: """
      A second cancel changes nothing, neither for this subscriber nor for its siblings.
      """,
    cause: """
      If every cancel subtracts one from a count of subscribers, a double cancel disconnects a
      sibling.
      """,
    mend: """
      Take the closure out under the lock, so that it runs once, or count members by identity.
      """,
    check: rule24Check,
    mutants: [
      Mutant("a subject that counts its subscribers, and each cancel as one") {
        .subject("Counting") { Counting() }
      }
    ])
}

private let rule24Check: Check = { trial in
  func run(cancelling times: Int) -> (scene: Scene, values: [String]) {
    let scene = trial.scene()
    let leaver = scene.subscribe("leaver", first: .max(1))
    let sibling = scene.subscribe("sibling", first: .max(1))
    scene.produce()
    for _ in 0..<times { leaver.cancel() }
    let count = sibling.values.count
    sibling.request(.max(5))
    scene.produce(3)
    return (scene, Array(sibling.values.dropFirst(count)))
  }
  let (once, twice) = (run(cancelling: 1), run(cancelling: 2))
  guard !once.values.isEmpty else {
    return .notExercised("no value came to the sibling after a cancel")
  }
  let isDisconnected: (History.Line) -> Bool = { $0.probe == "upstream" && $0.kind == .cancel }
  if once.scene.firstLine(where: isDisconnected) == nil,
    let line = twice.scene.firstLine(where: isDisconnected)
  {
    return twice.scene.breach(
      expected: "the connection stays, for the sibling", seen: twice.scene.history.lines[line].text,
      at: line)
  }
  guard trial.areSame(twice.values, once.values) else {
    return twice.scene.breach(
      expected: "\(once.values.count) values for the sibling, as after one cancel",
      seen: "\(twice.values.count)", at: nil)
  }
  let (expected, seen) = (once.scene.completionsOfLeaver, twice.scene.completionsOfLeaver)
  guard seen == expected else {
    return twice.scene.breach(
      expected: "\(expected) completions for the leaver, as after one cancel", seen: "\(seen)",
      at: nil)
  }
  return .held
}

extension Scene {
  fileprivate var completionsOfLeaver: Int {
    count { $0.probe == "leaver" && $0.kind == .completion }
  }
}

// MARK: A mutant

private final class Counting: Relay, @unchecked Sendable {
  private var count = 0  // guarded by the lock

  init() { super.init(outlet: { CountedOutlet($0) }) }

  override func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    super.receive(subscriber: subscriber)
    lock.withLock {
      count += 1
      (outlets.last as? CountedOutlet)?.onCancel = { [weak self] in self?.leave() }
    }
  }

  private func leave() {
    lock.withLock {
      count -= 1
      if count == 0 { outlets = [] }
    }
  }
}

private final class CountedOutlet: Outlet, @unchecked Sendable {
  var onCancel: (() -> Void)?

  override func cancel() {
    super.cancel()
    onCancel?()
  }
}
