import Foundation
import OpenCombineShim
import Playground

extension Publisher {
  /// Shares one subscription to this publisher, and replays its latest values to late subscribers.
  ///
  /// - Parameter capacity: How many values a late subscriber is replayed; all unless given. With 0
  ///   it gets none, but still the completion. Traps where it is negative.
  /// - Returns: A publisher that is connected for its first subscriber.
  public func shareReplay(capacity: Int = .max) -> Publishers.ShareReplay<Self> {
    Publishers.ShareReplay(upstream: self, capacity: capacity)
  }
}

extension Publishers {
  /// The publisher that `shareReplay(capacity:)` returns.
  ///
  /// Upstream is subscribed to when the first subscriber comes, and asked for everything it has.
  /// When the last subscriber cancels before the end, upstream is cancelled and what came from it
  /// is forgotten: the next subscriber connects afresh. After the end, the latest values and the
  /// completion are remembered for good, and replayed to whoever comes.
  ///
  /// Each subscriber gets every value from its first one on, as it asks for them, and then the
  /// completion. Nothing is dropped for a slow one: its values wait until it asks or cancels, and
  /// take memory meanwhile, whatever the capacity.
  ///
  /// With n subscribers, a value, a request and a cancel cost O(n), whatever the capacity.
  ///
  /// The idea comes from *Combine: Asynchronous Programming with Swift*, which builds an operator of
  /// this name.
  public final class ShareReplay<Upstream: Publisher>: Publisher, @unchecked Sendable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    private let hub: ReplayHub<Output, Failure>

    /// Creates a publisher that shares another one.
    ///
    /// - Parameters:
    ///   - upstream: The publisher to share.
    ///   - capacity: How many values a late subscriber is replayed. Traps where it is negative.
    public init(upstream: Upstream, capacity: Int) {
      require(
        capacity >= 0,
        "shareReplay(capacity:): the capacity must not be negative, but is \(capacity)")
      hub = ReplayHub(capacity: capacity) { upstream.subscribe($0) }
    }

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      hub.join(subscriber)
    }
  }
}
