import Foundation
import OpenCombineShim

/// The check of one rule on one thing: it makes the scenes, and remembers the latest one.
final class Trial: @unchecked Sendable {
  let thing: ThingUnderTest
  let effort: Effort
  private let journal: Journal?

  private let lock = NSLock()  // guards the latest history
  private var latest: History?

  init(_ thing: ThingUnderTest, effort: Effort, journal: Journal? = nil) {
    self.thing = thing
    self.effort = effort
    self.journal = journal
  }

  /// The history of the latest scene, also while it is stuck.
  var latestHistory: History? { lock.withLock { latest } }

  /// Sets a scene with a fresh thing.
  func scene() -> Scene {
    journal?.write(.scene)
    let scene = Scene(thing) { [journal] in journal?.write(.line(.init($0))) }
    lock.withLock { latest = scene.history }
    return scene
  }

  /// The values that a subscriber gets that asks for everything.
  func valuesOnUnlimitedDemand(producing count: Int) -> [String] {
    let scene = scene()
    let probe = scene.subscribe(first: .unlimited)
    scene.produce(count)
    return probe.values
  }

  /// Whether two subscribers got the same; in real time, where a value may be a date, as many.
  func areSame(_ values: [String], _ others: [String]) -> Bool {
    thing.isRealTime ? values.count == others.count : values == others
  }

  /// Whether it sends no more than one value to a subscriber that asks for one.
  var keepsToARequestForOne: Bool {
    let scene = scene()
    let probe = scene.subscribe(first: .max(1))
    scene.produce(5)
    return probe.values.count <= 1
  }
}
