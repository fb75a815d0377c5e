import OpenCombineShim
import Playground

/// Watches what passes between a timer and its subscriber, and says which rule the timer breaks.
final class Judge {
  private var owed = Subscribers.Demand.none
  private var isComplete = false

  /// What is wrong with an event, if anything.
  func remark(_ event: Transcript.Event) -> String? {
    switch event {
    case .request(let demand, _): owed += demand
    case .value:
      if owed > .none { owed -= 1 }
      if isComplete { return "    this breaks rule 18: a value after the completion" }
    case .finished, .failure:
      if isComplete { return "    this breaks rule 15: a second completion" }
      isComplete = true
    case .subscription, .cancel: break
    }
    return nil
  }

  /// What is wrong once a tick has passed in silence, if anything.
  var remarkOnSilence: String? {
    guard !isComplete, owed > .none else { return nil }
    return "    this breaks rule 6: the demand that was returned is forgotten"
  }
}
