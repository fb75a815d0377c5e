import Foundation
import OpenCombineShim

/// The check of one rule on one thing: it makes the scenes, and remembers the latest one.
final class Trial: @unchecked Sendable {
  let thing: ThingUnderTest
  let effort: Effort
  private let journal: Journal?

  private let intervals = Guarded(0)
  private let isGivenUp = Guarded(false)

  private let lock = NSLock()  // guards everything below
  private var latest: History?
  private var sceneCount = 0
  private var wasEndless = false
  private var startCount = 0

  init(_ thing: ThingUnderTest, effort: Effort, journal: Journal? = nil) {
    self.thing = thing
    self.effort = effort
    self.journal = journal
  }

  /// The history of the latest scene, also while it is stuck.
  var latestHistory: History? { lock.withLock { latest } }

  /// How often a race is run.
  var rounds: Int { effort.rounds(of: thing) }

  /// How many scenes and intervals of real time there were, which shows whether a check goes on.
  var progress: Int { lock.withLock { sceneCount } + intervals.value }

  /// Whether values came without end in a scene.
  var isEndless: Bool { lock.withLock { wasEndless || latest?.isEndless == true } }

  /// Whether a verdict says nothing, because values came without end: a breach elsewhere does.
  func isEndless(_ verdict: Verdict?) -> Bool {
    switch verdict {
    case nil: false
    case .broken(let breach): breach.history.isEndless
    case .held, .notApplicable, .notExercised: isEndless
    }
  }

  /// Whether the latest scene is stuck where a subscriber under test subscribes.
  var isStuckAtStart: Bool { lock.withLock { startCount < sceneCount } }

  /// Sets a scene with a fresh thing.
  func scene() -> Scene { scene { _ in } }

  /// Sets a scene with a fresh thing.
  ///
  /// - Parameter prepare: What to do before a subscriber under test subscribes.
  func scene(preparedBy prepare: (Scene) -> Void) -> Scene {
    write(.scene)
    let scene = Scene(thing, onInterval: countInterval) { [journal, isGivenUp] in
      if !isGivenUp.value { journal?.write(.line(.init($0))) }
    }
    prepare(scene)
    start(scene)
    return scene
  }

  /// Sets a scene of which no line is written down at once, which takes time that a race has not.
  func silentScene() -> Scene {
    let scene = Scene(thing, onInterval: countInterval)
    start(scene)
    return scene
  }

  /// Writes down what a race is, in case that it traps.
  func announce(_ race: Race, in scene: Scene) {
    journal?.write(.scene)
    let text = "\(race.name), \(rounds) rounds"
    write(
      .line(
        .init(
          .init(
            time: scene.scheduler.now, probe: "race", kind: .action, text: text, owed: nil,
            event: nil))))
  }

  /// Writes nothing down from now on: what it still does belongs to no rule.
  func giveUp() { isGivenUp.value = true }

  private func write(_ entry: Journal.Entry) {
    if !isGivenUp.value { journal?.write(entry) }
  }

  private var countInterval: () -> Void {
    { [intervals] in intervals.change { $0 += 1 } }
  }

  /// Starts a scene that is remembered, in case that it does not come back.
  private func start(_ scene: Scene) {
    lock.withLock {
      wasEndless = wasEndless || latest?.isEndless == true
      latest = scene.history
      sceneCount += 1
    }
    scene.start()
    lock.withLock { startCount += 1 }
  }

  /// The values that a subscriber gets that asks for everything.
  func valuesOnUnlimitedDemand(producing count: Int) -> [String] {
    let scene = scene()
    let probe = scene.subscribe(first: .unlimited)
    scene.produce(count)
    return probe.values
  }

  /// Whether two subscribers got the same, or as many where the values differ in each run.
  func areSame(_ values: [String], _ others: [String]) -> Bool {
    values.count == others.count && (values == others || valuesDifferInEachRun)
  }

  /// Whether two runs that are alike bring values that are not: dates in real time, or identities.
  var valuesDifferInEachRun: Bool {
    if thing.isRealTime { return true }
    let runs = [scene(), scene()]
    let probes = runs.map { $0.subscribe(first: .unlimited) { $0.keepsValues = true } }
    for scene in runs { scene.produce(5) }
    return probes[0].values != probes[1].values
  }

  /// Whether a cancel inside `receive(_:)` stops what waits, for good.
  var staysSilentWhenCancelledInside: Bool {
    let scene = scene()
    let probe = scene.subscribe(first: .none) {
      $0.onValue = { probe, _ in
        probe.cancel()
        return .none
      }
    }
    scene.produce(4)
    for _ in 1...2 { probe.request(.unlimited) }
    return probe.values.count <= 1
  }

  /// Whether it sends no more than one value to a subscriber that asks for one.
  var keepsToARequestForOne: Bool {
    let scene = scene()
    let probe = scene.subscribe(first: .max(1))
    scene.produce(5)
    return probe.values.count <= 1
  }
}
