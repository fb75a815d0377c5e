import OpenCombineShim
import TestSupport

/// A publisher that does nothing by itself: a test calls its subscribers, rightly or wrongly.
final class ManualUpstream<Output>: Publisher, @unchecked Sendable {
  typealias Failure = Never

  private let guarded = Locked((subscribers: [AnySubscriber<Output, Never>](), log: [String]()))
  private let sendsSubscription: Bool

  /// - Parameter sendsSubscription: Whether a subscriber gets a subscription at once.
  init(sendsSubscription: Bool = true) {
    self.sendsSubscription = sendsSubscription
  }

  /// What was done to it: who subscribed, asked for what, and cancelled, numbered from 1.
  var log: [String] { guarded.value.log }

  var subscribers: [AnySubscriber<Output, Never>] { guarded.value.subscribers }

  func note(_ text: String) { guarded.change { $0.log.append(text) } }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    guarded.change {
      $0.subscribers.append(AnySubscriber(subscriber))
      $0.log.append("subscribe")
    }
    if sendsSubscription { subscriber.receive(subscription: makeSubscription("1")) }
  }

  func makeSubscription(_ name: String) -> ManualSubscription {
    ManualSubscription { [weak self] in self?.note("\($0) \(name)") }
  }
}

final class ManualSubscription: Subscription {
  private let note: (String) -> Void

  init(_ note: @escaping (String) -> Void) {
    self.note = note
  }

  func request(_ demand: Subscribers.Demand) { note("request \(demand)") }
  func cancel() { note("cancel") }
}
