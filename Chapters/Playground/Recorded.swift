import Foundation
import OpenCombineShim

extension Publisher {
  /// Records what passes here, up and down: `print(_:to:)` with a record that is data.
  ///
  /// It keeps the contract for what stands below it: a request of `.none`, a second subscription
  /// and whatever comes after the end are neither passed on nor recorded.
  ///
  /// - Parameters:
  ///   - timeline: The name under which to record.
  ///   - transcript: Where to record.
  public func recorded(
    as timeline: String, in transcript: Transcript
  ) -> Publishers.Recorded<Self> {
    Publishers.Recorded(upstream: self, timeline: timeline, transcript: transcript)
  }
}

extension Publishers {
  /// The publisher that `recorded(as:in:)` returns.
  public struct Recorded<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let timeline: String
    let transcript: Transcript

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      upstream.subscribe(
        RecordedSubscription(
          downstream: subscriber, timeline: timeline, transcript: transcript))
    }
  }
}

/// A subscriber to upstream and, in one object, the subscription of downstream.
private final class RecordedSubscription<Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  let description = "Recorded"
  private let timeline: String
  private let transcript: Transcript

  private let lock = NSLock()  // guards everything below
  private var downstream: Downstream?
  private var upstream: Subscription?

  init(downstream: Downstream, timeline: String, transcript: Transcript) {
    self.downstream = downstream
    self.timeline = timeline
    self.transcript = transcript
  }

  func receive(subscription: Subscription) {
    lock.lock()
    guard upstream == nil, let downstream else {
      lock.unlock()
      subscription.cancel()
      return
    }
    upstream = subscription
    lock.unlock()
    record(.subscription("\(subscription)"))
    downstream.receive(subscription: self)
  }

  func receive(_ value: Downstream.Input) -> Subscribers.Demand {
    guard let downstream = liveDownstream() else { return .none }
    record(.value("\(value)"))
    let demand = downstream.receive(value)
    guard demand > .none, liveDownstream() != nil else { return .none }
    record(.request(demand, synchronous: true))
    return demand
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard let (_, downstream) = end() else { return }
    switch completion {
    case .finished: record(.finished)
    case .failure(let error): record(.failure("\(error)"))
    }
    downstream.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    lock.lock()
    let upstream = upstream
    lock.unlock()
    guard let upstream else { return }
    record(.request(demand, synchronous: false))
    upstream.request(demand)
  }

  func cancel() {
    guard let (upstream, _) = end() else { return }
    record(.cancel)
    upstream.cancel()
  }

  private func record(_ event: Transcript.Event) {
    transcript.record(event, timeline: timeline)
  }

  private func liveDownstream() -> Downstream? {
    lock.lock()
    defer { lock.unlock() }
    return upstream == nil ? nil : downstream
  }

  /// Lets go of both sides, once.
  private func end() -> (Subscription, Downstream)? {
    lock.lock()
    defer { lock.unlock() }
    guard let upstream, let downstream else { return nil }
    self.upstream = nil
    self.downstream = nil
    return (upstream, downstream)
  }
}
