import Foundation
import OpenCombineShim

/// A subscriber that asks for what a test says and keeps what it gets.
public final class AskingSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  private let first: Subscribers.Demand
  private let next: (_ count: Int) -> Subscribers.Demand

  private let lock = NSLock()  // guards everything below
  private var received: [Input] = []
  private var ends: [Subscribers.Completion<Failure>] = []
  private var latest: Subscription?

  /// Creates a subscriber.
  ///
  /// - Parameters:
  ///   - first: What it asks for when its subscription arrives.
  ///   - next: What it returns for a value, given how many it has received.
  public init(
    first: Subscribers.Demand,
    next: @escaping (_ count: Int) -> Subscribers.Demand = { _ in .none }
  ) {
    self.first = first
    self.next = next
  }

  /// The values so far.
  public var values: [Input] { lock.withLock { received } }

  /// The completions that arrived.
  public var completions: [Subscribers.Completion<Failure>] { lock.withLock { ends } }

  /// The latest subscription.
  public var subscription: Subscription? {
    get { lock.withLock { latest } }
    set { lock.withLock { latest = newValue } }
  }

  public func receive(subscription: Subscription) {
    self.subscription = subscription
    if first > .none { subscription.request(first) }
  }

  public func receive(_ input: Input) -> Subscribers.Demand {
    let count = lock.withLock {
      received.append(input)
      return received.count
    }
    return next(count)
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    lock.withLock { ends.append(completion) }
  }
}
