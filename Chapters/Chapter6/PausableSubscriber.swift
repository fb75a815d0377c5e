import Foundation
import OpenCombineShim

/// A subscriber that asks for one value at a time, and pauses where its closure says so.
///
/// For each value it does one of two things: it returns demand for the next one, or it pauses, and
/// `resume()` requests the next one. So at most one value is ever owed to it.
///
/// Both closures are released at the end, be it a completion or a cancel. Every call takes constant
/// time and may come from any thread, and no lock is held while it calls a closure or upstream.
///
/// The idea of `PausableSink` comes from *Combine: Asynchronous Programming with Swift*.
public final class PausableSubscriber<Input, Failure: Error>: Subscriber, Pausable, Cancellable,
  @unchecked Sendable
{
  private enum State {
    /// Goes on: a value is owed, or will be when the closure returns.
    case running
    /// The closure is running, and can still pause.
    case pausing
    /// No value is owed.
    case paused
    /// Completed or cancelled.
    case ended
  }

  private typealias Closures = (
    receiveCompletion: (Subscribers.Completion<Failure>) -> Void, receiveValue: (Input) -> Bool
  )

  private let lock = NSLock()  // guards everything below
  private var state = State.running
  private var subscription: Subscription?
  private var closures: Closures?

  /// Creates a subscriber.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called at the end, paused or not, and never after a cancel.
  ///   - receiveValue: Called with each value; it returns whether to go on, or else to pause.
  public init(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Input) -> Bool
  ) {
    closures = (receiveCompletion, receiveValue)
  }

  // MARK: What comes from upstream

  public func receive(subscription: Subscription) {
    lock.lock()
    let isWanted = self.subscription == nil && state != .ended
    if isWanted { self.subscription = subscription }
    lock.unlock()
    if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  public func receive(_ value: Input) -> Subscribers.Demand {
    lock.lock()
    guard let receiveValue = closures?.receiveValue else {
      lock.unlock()
      return .none
    }
    state = .pausing
    lock.unlock()

    let goesOn = receiveValue(value)

    lock.lock()
    defer { lock.unlock() }
    if state == .pausing { state = goesOn ? .running : .paused }
    return state == .running ? .max(1) : .none
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    end().closures?.receiveCompletion(completion)
  }

  // MARK: What its owner does

  public var paused: Bool {
    lock.lock()
    defer { lock.unlock() }
    return state == .paused
  }

  /// Asks for the next value where it is paused, and outweighs what a running closure will return.
  ///
  /// Otherwise it does nothing.
  public func resume() {
    lock.lock()
    let owesRequest = state == .paused
    if owesRequest || state == .pausing { state = .running }
    let subscription = subscription
    lock.unlock()
    if owesRequest { subscription?.request(.max(1)) }
  }

  public func cancel() {
    end().subscription?.cancel()
  }

  /// Lets go of everything, once: who calls it releases it, outside the lock.
  private func end() -> (subscription: Subscription?, closures: Closures?) {
    lock.lock()
    defer {
      state = .ended
      subscription = nil
      closures = nil
      lock.unlock()
    }
    return (subscription, closures)
  }
}
