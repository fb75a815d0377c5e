import Dispatch
import OpenCombineShim

/// A first draft of the timer, kept for its mistakes. Not to be copied.
struct DispatchTimerDraft: Publisher {
  typealias Output = DispatchTime
  typealias Failure = Never

  let interval: DispatchTimeInterval
  let times: Int
  let source: TickSource

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == DispatchTime, Downstream.Failure == Never {
    subscriber.receive(subscription: DraftSubscription(self, AnySubscriber(subscriber)))
  }
}

private final class DraftSubscription: Subscription, CustomStringConvertible, @unchecked Sendable {
  let description = "Draft"
  private let draft: DispatchTimerDraft
  private let queue = DispatchQueue(label: "Draft")
  private var downstream: AnySubscriber<DispatchTime, Never>?
  private var demand = Subscribers.Demand.none  // the queue changes it too, and there is no lock
  private var left: Int
  private var stop: TickSource.Stop?

  init(_ draft: DispatchTimerDraft, _ downstream: AnySubscriber<DispatchTime, Never>) {
    self.draft = draft
    self.downstream = downstream
    left = draft.times
  }

  func request(_ demand: Subscribers.Demand) {
    if left <= 0 {
      downstream?.receive(completion: .finished)  // once more with each request
      return
    }
    self.demand += demand
    if stop == nil {
      stop = draft.source.start(queue, draft.interval, .nanoseconds(0)) { [weak self] in
        self?.tick()
      }
    }
  }

  private func tick() {
    guard demand > .none else { return }
    demand -= 1
    left -= 1
    _ = downstream?.receive(draft.source.now())  // what the subscriber asks for here is lost
    if left == 0 {
      downstream?.receive(completion: .finished)  // and the ticks go on
    }
  }

  func cancel() {
    stop?()
    stop = nil
    downstream = nil
  }
}
