import OpenCombineShim

/// What a sequence of moves did, as far as the model has to know it.
struct Record {
  /// A first cancel of a subscription that had arrived.
  struct Cancel {
    /// How many lines there were when it was called.
    let start: Int
    /// How many there were when it returned, or nil where it did not.
    var end: Int?
    /// Whether it was called inside `receive(_:)` of the same subscriber.
    let isInsideValue: Bool
  }

  var lines: [History.Line] = []
  /// By the name of the probe.
  var cancels: [String: Cancel] = [:]
  /// How many lines there were when the end was first made to come by a finish.
  var finish: Int?
  var hasFailed = false
  /// How many values the checker made.
  var produced = 0
}

/// Plays moves on a fresh thing.
///
/// All calls come from one thread, one inside the other where a move says so.
final class Play {
  let scene: Scene
  private var names: Set<String> = []
  private var probes: [String: Probe] = [:]
  private var orders: [String: [Int: (moves: [Move], demand: Subscribers.Demand)]] = [:]
  private var receiving: [String: Int] = [:]
  private var recorded = Record()

  init(on scene: Scene) {
    self.scene = scene
  }

  /// Makes all moves, one after the other, and tells what happened.
  func record(of moves: [Move]) -> Record {
    for move in moves { make(move, isNested: false) }
    scene.letTimePass(intervals: 0)
    recorded.lines = scene.history.lines
    return recorded
  }

  private func make(_ move: Move, isNested: Bool) {
    let mayDrive = !isNested || scene.thing.kind != .publisher
    switch move {
    case .subscribe(let name, let first): subscribe(name, first)
    case .request(let name, let demand): subscribed(name)?.request(demand)
    case .cancel(let name): subscribed(name).map { cancel($0) }
    case .when(let name, let count, let moves, let demand):
      orders[name, default: [:]][count] = (moves, demand)
    case .produce:
      guard mayDrive else { return }
      recorded.produced += 1
      scene.produce()
    case .finish:
      guard mayDrive else { return }
      recorded.finish = recorded.finish ?? scene.history.count
      scene.finish()
    case .fail:
      guard mayDrive else { return }
      recorded.hasFailed = true
      scene.fail()
    }
  }

  /// The probe of that name, once its subscription has arrived.
  private func subscribed(_ name: String) -> Probe? {
    probes[name].flatMap { $0.subscriptionCount > 0 ? $0 : nil }
  }

  private func subscribe(_ name: String, _ first: Subscribers.Demand) {
    guard names.insert(name).inserted else { return }
    scene.subscribe(name, first: first) { script in
      script.onSubscription = { [weak self] in self?.probes[name] = $0 }
      script.onValue = { [weak self] in self?.receive($0, $1) ?? .none }
    }
  }

  private func receive(_ probe: Probe, _ count: Int) -> Subscribers.Demand {
    probes[probe.name] = probe
    guard let order = orders[probe.name]?[count] else { return .none }
    receiving[probe.name, default: 0] += 1
    for move in order.moves { make(move, isNested: true) }
    receiving[probe.name, default: 0] -= 1
    return order.demand
  }

  private func cancel(_ probe: Probe) {
    let isFirst = recorded.cancels[probe.name] == nil
    if isFirst {
      recorded.cancels[probe.name] = Record.Cancel(
        start: scene.history.count, isInsideValue: receiving[probe.name, default: 0] > 0)
    }
    probe.cancel()
    if isFirst { recorded.cancels[probe.name]?.end = scene.history.count }
  }
}
