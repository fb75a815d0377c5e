/// What somebody does to a pausable sink or to its upstream.
enum PauseCall {
  case resume
  case resumeOnAnotherThread
  /// Inside a request that follows, too.
  case resumeInsideTheRequest
  case cancel
  case finish
  case fail
  case subscribeAgain
}

/// One step of a sequence.
enum PauseStep {
  case call(PauseCall)
  /// One more value if one is owed, what happens inside the closure, and what that returns.
  case value(inside: [PauseCall], goesOn: Bool)
}

/// What there is to see.
enum PauseEvent: Equatable {
  case value
  case finished
  case failed
  /// Upstream is asked for one value.
  case request
  /// What `receive(_:)` returns.
  case returned(Int)
  case cancel
  /// The second subscription is cancelled.
  case refused
}

/// What a pausable sink should do, written for reading and without a lock.
struct PauseModel {
  private(set) var paused = false
  private var isOwed = true
  private var isOver = false

  /// What a step brings about.
  mutating func events(of step: PauseStep) -> [PauseEvent] {
    switch step {
    case .call(let call): return events(of: call)
    case .value(let calls, let goesOn):
      guard isOwed else { return [] }
      isOwed = false
      var events = [PauseEvent.value]
      for call in calls { events += self.events(of: call) }
      let isResumed = calls.contains { $0.isResume }
      if isOver { return events + [.returned(0)] }
      isOwed = goesOn || isResumed
      paused = !isOwed
      return events + [.returned(isOwed ? 1 : 0)]
    }
  }

  private mutating func events(of call: PauseCall) -> [PauseEvent] {
    guard !isOver else { return [] }
    switch call {
    case .resume, .resumeOnAnotherThread, .resumeInsideTheRequest:
      guard paused else { return [] }
      (paused, isOwed) = (false, true)
      return [.request]
    case .subscribeAgain: return [.refused]
    case .cancel: return over(.cancel)
    case .finish: return over(.finished)
    case .fail: return over(.failed)
    }
  }

  private mutating func over(_ event: PauseEvent) -> [PauseEvent] {
    (isOver, isOwed, paused) = (true, false, false)
    return [event]
  }
}

extension PauseCall {
  var isResume: Bool {
    switch self {
    case .resume, .resumeOnAnotherThread, .resumeInsideTheRequest: true
    case .cancel, .finish, .fail, .subscribeAgain: false
    }
  }
}
