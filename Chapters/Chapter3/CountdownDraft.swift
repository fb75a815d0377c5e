import Foundation
import OpenCombineShim

/// A first draft of the countdown publisher, kept for its mistakes. Not to be copied.
struct CountdownDraft<Context: Scheduler>: Publisher {
  typealias Output = TimeInterval
  typealias Failure = Never

  let duration: TimeInterval
  let interval: TimeInterval
  let scheduler: Context

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == TimeInterval, Downstream.Failure == Never {
    subscriber.receive(subscription: DraftSubscription(self, downstream: subscriber))
  }
}

private final class DraftSubscription<Context: Scheduler, Downstream: Subscriber>: Subscription,
  CustomStringConvertible
where Downstream.Input == TimeInterval, Downstream.Failure == Never {
  let description = "Draft"
  private let downstream: Downstream
  private var timeLeft: TimeInterval
  private var timer: Cancellable?

  init(_ draft: CountdownDraft<Context>, downstream: Downstream) {
    self.downstream = downstream
    timeLeft = draft.duration
    _ = downstream.receive(timeLeft)  // too early: the subscriber has no subscription yet
    let interval = Context.SchedulerTimeType.Stride.seconds(draft.interval)
    timer = draft.scheduler.schedule(
      after: draft.scheduler.now.advanced(by: interval), interval: interval
    ) {
      self.timeLeft -= draft.interval
      _ = downstream.receive(self.timeLeft)  // whether or not anybody asked
      if self.timeLeft <= 0 {
        downstream.receive(completion: .finished)  // and the timer goes on
      }
    }
  }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    timer?.cancel()
    downstream.receive(completion: .finished)  // who cancels wants to hear nothing more
  }
}
