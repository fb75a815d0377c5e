import Foundation
import OpenCombineShim

/// A correct subscriber: asks for one value after the other and tells a closure.
///
/// The mutants override one method of it each, to make one honest mistake.
class Collector: Subscriber, Cancellable, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = ProbeError

  let lock = NSLock()  // guards everything below
  var log: ((String) -> Void)?
  var subscription: Subscription?

  required init(log: @escaping (String) -> Void) {
    self.log = log
  }

  func receive(subscription: Subscription) {
    let isWanted = lock.withLock {
      guard self.subscription == nil, log != nil else { return false }
      self.subscription = subscription
      return true
    }
    if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    guard let log = lock.withLock({ log }) else { return .none }
    log("got \(value)")
    return lock.withLock { self.log == nil ? .none : .max(1) }
  }

  func receive(completion: Subscribers.Completion<ProbeError>) {
    end().log?("ended")
  }

  func cancel() {
    end().subscription?.cancel()
  }

  /// Lets go of everything, once.
  func end() -> (subscription: Subscription?, log: ((String) -> Void)?) {
    lock.withLock {
      defer { (subscription, log) = (nil, nil) }
      return (subscription, log)
    }
  }
}
