import Foundation
import OpenCombineShim

extension Rule {
  static let rule27 = Rule(
    27, applies: [.publisher, .operator, .subject, .subscriber], reactiveStreams: ["3.5"],
    sentence: """
      A cancel is safe against a concurrent cancel or request, and does not block.
      """,
    cause: """
      Unlocked state races, and `queue.sync` in `cancel()` waits for a value in progress or for
      itself.
      """,
    mend: """
      Hold the lock for a few assignments only. (One thing to avoid: OpenCombine's
      `AnyCancellable` itself may not be cancelled from two threads.)
      """,
    mayTrap: .any, mayHang: .any, check: rule27Check,
    mutants: [
      .operator("an operator that looks and takes in two holds of its lock", LooksThenTakes.self),
      .operator(
        "an operator that cancels on the queue on which it delivers", CancelsOnItsQueue.self,
        alsoBreaks: [33: "a queue that is waited for is a lock"]),
      Mutant("an operator that marks its cancel without the lock", needsSanitizer: true) {
        .operator("MarksWithoutLock") { Passing(upstream: $0, makeLink: { MarksWithoutLock($0) }) }
      },
    ])
}

private let rule27Check: Check = { trial in
  if trial.thing.kind == .subscriber { return checkSubscriber(trial) }
  var reason: String?
  for first in [Subscribers.Demand.max(1), .none] {
    let scene = trial.scene()
    let probe = scene.subscribe(first: first)
    scene.produce(2)
    reason = probe.whyNotLive
    guard reason == nil else { continue }
    let verdict = waiting(trial)
    if case .broken = verdict { return verdict }
    return racing(trial, first) ?? verdict
  }
  return .notExercised(reason ?? "no subscription came")
}

/// A cancel from another thread while a value is being received must return; where a request waits
/// as well, it is a lock that is held, and rule 33 tells.
private func waiting(_ trial: Trial) -> Verdict {
  let scene = trial.scene()
  let cancelReturned = Guarded<Bool?>(nil)
  let wait = trial.effort.limit / 3
  let probe = scene.subscribe(first: .max(1)) {
    $0.onValue = { probe, count in
      guard count == 1, returnsOnOtherThread(within: wait, { probe.request(.max(1)) }) else {
        return .none
      }
      cancelReturned.value = returnsOnOtherThread(within: wait) { probe.cancel() }
      return .none
    }
  }
  scene.produce(until: { !probe.values.isEmpty })
  if probe.values.isEmpty { scene.finish() }
  guard !probe.values.isEmpty else {
    return .notExercised("no value came, inside of which it could be cancelled")
  }
  guard let hasReturned = cancelReturned.value else {
    return .notExercised("a request inside a value waits as well: see rule 33")
  }
  if hasReturned { return .held }
  return scene.breach(
    expected: "a cancel returns while another thread is inside receive(_:)",
    seen: "it waits until that is over", at: scene.firstLine { $0.kind == .cancel })
}

private func racing(_ trial: Trial, _ first: Subscribers.Demand) -> Verdict? {
  let once = cancelsUpstream(of: trial, first)
  return trial.breachInRaces { scene in
    let probe = scene.subscribe(first: first)
    scene.produce(2)
    return Race("cancel against cancel", { probe.cancel() }, { probe.cancel() }) {
      let cancels = scene.upstreamLines(.cancel)
      guard cancels.count > once else { return nil }
      return scene.breach(
        expected: "\(once) cancel upstream, as after cancels in turn", seen: "\(cancels.count)",
        at: cancels[once])
    }
  }
    ?? trial.breachInRaces { scene in
      let probe = scene.subscribe(first: first)
      scene.produce(2)
      return Race("cancel against request", { probe.cancel() }, { probe.request(.max(1)) }) {
        let start = scene.history.count
        scene.produce()
        return scene.firstEvent(of: "probe", from: start).map {
          scene.breach(
            expected: "nothing after both have returned", seen: scene.history.lines[$0].text, at: $0
          )
        }
      }
    }
}

/// How often two cancels in turn cancel upstream.
private func cancelsUpstream(of trial: Trial, _ first: Subscribers.Demand) -> Int {
  let scene = trial.scene()
  let probe = scene.subscribe(first: first)
  scene.produce(2)
  for _ in 1...2 { probe.cancel() }
  return scene.upstreamLines(.cancel).count
}

private func checkSubscriber(_ trial: Trial) -> Verdict {
  guard trial.scene().canCancel else { return .notApplicable("nobody else can cancel it") }
  return trial.breachInRaces { scene in
    scene.produce()
    return Race("cancel against cancel", scene.cancelSubscriber, scene.cancelSubscriber) {
      let cancels = scene.upstreamLines(.cancel)
      guard cancels.count > 1 else { return nil }
      return scene.breach(
        expected: "one cancel upstream", seen: "\(cancels.count)", at: cancels[1])
    }
  } ?? trial.breachInRaces { scene in
    Race("cancel against a value", scene.cancelSubscriber, { scene.produce(2) }) {
      let start = scene.history.count
      scene.produce()
      return scene.firstEvent(of: "subscriber", from: start).map {
        scene.breach(
          expected: "nothing after both have returned", seen: scene.history.lines[$0].text, at: $0)
      }
    }
  } ?? .held
}

// MARK: Mutants

private final class LooksThenTakes: Link, @unchecked Sendable {
  override func cancel() {
    guard let upstream = lock.withLock({ upstream }) else { return }
    upstream.cancel()
    _ = end()
  }
}

private final class CancelsOnItsQueue: Link, @unchecked Sendable {
  private let queue = DispatchQueue(label: "delivery")
  private let isOnQueue = DispatchSpecificKey<Bool>()

  required init(_ downstream: Outlet.Downstream) {
    super.init(downstream)
    queue.setSpecific(key: isOnQueue, value: true)
  }

  override func receive(_ value: Int) -> Subscribers.Demand {
    queue.sync { super.receive(value) }
  }

  override func cancel() {
    if DispatchQueue.getSpecific(key: isOnQueue) == true {
      super.cancel()
    } else {
      queue.sync { super.cancel() }
    }
  }
}

private final class MarksWithoutLock: Link, @unchecked Sendable {
  private var isCancelled = false

  override func request(_ demand: Subscribers.Demand) {
    if !isCancelled { super.request(demand) }
  }

  override func cancel() {
    isCancelled = true
    super.cancel()
  }
}
