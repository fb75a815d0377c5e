import Foundation
import OpenCombineShim

/// A subscriber that records whatever arrives, right or wrong, and asks as it is told.
///
/// Where `recorded(as:in:)` keeps the contract for a pipeline, this one only watches: it hides
/// nothing that a wrong publisher sends. A second subscription is recorded and cancelled.
public final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable,
  @unchecked Sendable
{
  private let timeline: String
  private let transcript: Transcript
  private let first: Subscribers.Demand
  private let next: (Input) -> Subscribers.Demand
  private let remark: (Transcript.Event) -> String?

  private let lock = NSLock()  // guards everything below
  private var subscription: Subscription?
  private var isOver = false

  /// Creates a subscriber.
  ///
  /// - Parameters:
  ///   - timeline: The name under which to record.
  ///   - transcript: Where to record.
  ///   - first: What to ask for when the subscription arrives.
  ///   - next: What to ask for by returning it for a value.
  ///   - remark: What to note after an event, if anything.
  public init(
    _ timeline: String, in transcript: Transcript, first: Subscribers.Demand,
    next: @escaping (Input) -> Subscribers.Demand = { _ in .none },
    remark: @escaping (Transcript.Event) -> String? = { _ in nil }
  ) {
    self.timeline = timeline
    self.transcript = transcript
    self.first = first
    self.next = next
    self.remark = remark
  }

  public func receive(subscription: Subscription) {
    record(.subscription("\(subscription)"))
    let isFirst = lock.withLock {
      guard self.subscription == nil, !isOver else { return false }
      self.subscription = subscription
      return true
    }
    if isFirst { request(first) } else { subscription.cancel() }
  }

  public func receive(_ value: Input) -> Subscribers.Demand {
    record(.value("\(value)"))
    let demand = next(value)
    guard demand > .none, !lock.withLock({ isOver }) else { return .none }
    record(.request(demand, synchronous: true))
    return demand
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: record(.finished)
    case .failure(let error): record(.failure("\(error)"))
    }
    _ = takeSubscription()
  }

  /// Asks for values.
  public func request(_ demand: Subscribers.Demand) {
    guard demand > .none, let subscription = lock.withLock({ subscription }) else { return }
    record(.request(demand, synchronous: false))
    subscription.request(demand)
  }

  /// Cancels the subscription, once.
  public func cancel() {
    guard let subscription = takeSubscription() else { return }
    record(.cancel)
    subscription.cancel()
  }

  private func record(_ event: Transcript.Event) {
    transcript.record(event, timeline: timeline)
    if let remark = remark(event) { transcript.note(remark) }
  }

  private func takeSubscription() -> Subscription? {
    lock.withLock {
      defer {
        subscription = nil
        isOver = true
      }
      return subscription
    }
  }
}
