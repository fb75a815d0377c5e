import Foundation

private enum Place: String, CaseIterable {
  case first = "its first call upstream"
  case request = "a later call upstream"
  case cancel = "a cancel upstream"
  case value = "its closure, told of a value,"
  case completion = "its closure, told of the end,"
}

/// Rule 33 for subscribers: inside each kind of call that one makes, has another thread cancel it.
func checkLocksOfSubscriber(_ trial: Trial) -> Verdict {
  guard trial.scene().canCancel else { return .notApplicable("nobody else can call it") }
  var isExercised = false
  for place in Place.allCases {
    let calls = OneCall(wait: trial.effort.limit / 3)
    let scene = trial.scene { scene in
      if place == .first { scene.upstream.onCall = { calls.make { scene.cancelSubscriber() } } }
    }
    let cancel = { calls.make { scene.cancelSubscriber() } }
    if place == .request { scene.upstream.onCall = cancel }
    if place == .value { scene.onOutput = cancel }
    scene.produce()
    if place == .cancel {
      scene.upstream.onCall = cancel
      scene.cancelSubscriber()
    }
    scene.onOutput = place == .completion ? cancel : nil
    scene.finish()
    scene.onOutput = nil
    scene.upstream.onCall = nil
    if calls.outcome == false {
      return scene.breach(
        expected: "a cancel from another thread inside \(place.rawValue) returns",
        seen: "it waits until that is over", at: scene.history.count - 1)
    }
    if place == .value, calls.outcome == true { isExercised = true }
  }
  return isExercised ? .held : .notExercised("it let no value through")
}

/// A call from another thread, made once.
final class OneCall: @unchecked Sendable {
  private let wait: TimeInterval
  private let lock = NSLock()  // guards everything below
  private var isMade = false
  private var returned: Bool?

  /// - Parameter wait: Seconds of real time after which it is not going to return.
  init(wait: TimeInterval) { self.wait = wait }

  /// Whether it returned, or nil where it was not made.
  var outcome: Bool? { lock.withLock { returned } }

  func make(_ call: @escaping () -> Void) {
    let isFirst = lock.withLock {
      defer { isMade = true }
      return !isMade
    }
    guard isFirst else { return }
    let outcome = returnsOnOtherThread(within: wait, call)
    lock.withLock { returned = outcome }
  }
}
