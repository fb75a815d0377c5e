import Foundation
import OpenCombineShim
import TestSupport

@testable import Chapter6

struct ProbeFailure: Error {}

/// An upstream driven by hand: it counts what it is asked for, and sends only what is owed.
final class ProbeSource: Publisher, Subscription, @unchecked Sendable {
  typealias Output = Int
  typealias Failure = ProbeFailure

  /// What it is told, by calls and by what its own calls return.
  enum Event: Equatable {
    case request(Int)
    case returned(Int)
    case cancel
    case refused
  }

  private let lock = NSLock()  // guards everything below
  private var downstream: AnySubscriber<Int, ProbeFailure>?
  private var recorded: [Event] = []
  private var balance = 0
  private var greatestBalance = 0
  private var first = WeakReference(nil)
  private var inside: (() -> Void)?
  private var listener: (Event) -> Void = { _ in }

  /// What happened so far.
  var events: [Event] { lock.withLock { recorded } }

  /// How much it was asked for in all, by requests and by answers.
  var asked: Int {
    events.reduce(0) { sum, event in
      switch event {
      case .request(let count), .returned(let count): sum + count
      case .cancel, .refused: sum
      }
    }
  }

  /// How much it still may send.
  var owed: Int { lock.withLock { balance } }

  /// The most that it ever might send.
  var mostOwed: Int { lock.withLock { greatestBalance } }

  /// Its subscriber, unless that is gone.
  var subscriber: AnyObject? { lock.withLock { first.object } }

  /// Whom to tell of each event from now on.
  func onEvent(_ action: @escaping (Event) -> Void) { lock.withLock { listener = action } }

  /// What to do inside a request.
  func onRequest(_ action: (() -> Void)?) { lock.withLock { inside = action } }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeFailure {
    lock.withLock {
      downstream = AnySubscriber(subscriber)
      first = WeakReference(subscriber as AnyObject)
    }
    subscriber.receive(subscription: self)
  }

  func request(_ demand: Subscribers.Demand) {
    add(demand) { .request($0) }
    lock.withLock { inside }?()
  }

  func cancel() {
    let released = lock.withLock {
      defer {
        record(.cancel)
        downstream = nil
        balance = 0
      }
      return downstream
    }
    withExtendedLifetime(released) {}
  }

  /// Sends a value, if one is owed.
  @discardableResult
  func send(_ value: Int) -> Bool {
    let receiver = lock.withLock { () -> AnySubscriber<Int, ProbeFailure>? in
      guard balance > 0 else { return nil }
      balance -= 1
      return downstream
    }
    guard let receiver else { return false }
    add(receiver.receive(value)) { .returned($0) }
    return true
  }

  func send(completion: Subscribers.Completion<ProbeFailure>) {
    let receiver = lock.withLock {
      defer {
        downstream = nil
        balance = 0
      }
      return downstream
    }
    receiver?.receive(completion: completion)
  }

  /// Hands its subscriber another subscription.
  func subscribeAgain() {
    lock.withLock { downstream }?.receive(subscription: Newcomer(source: self))
  }

  private func add(_ demand: Subscribers.Demand, _ event: (Int) -> Event) {
    lock.withLock {
      let count = demand.max ?? .max
      record(event(count))
      if downstream != nil { balance += count }
      if balance > greatestBalance { greatestBalance = balance }
    }
  }

  /// Called with the lock held.
  private func record(_ event: Event) {
    recorded.append(event)
    listener(event)
  }

  /// A second subscription, which should be refused.
  private struct Newcomer: Subscription {
    let source: ProbeSource
    let combineIdentifier = CombineIdentifier()

    func request(_ demand: Subscribers.Demand) { source.request(demand) }

    func cancel() { source.lock.withLock { source.record(.refused) } }
  }
}

extension ProbeSource {
  /// Attaches a sink that counts its values and completions.
  func counted(
    goesOn: @escaping (Int) -> Bool
  ) -> (sink: Pausable & Cancellable, values: Locked<[Int]>, completions: Locked<Int>) {
    let (values, completions) = (Locked([Int]()), Locked(0))
    let sink = pausableSink(
      receiveCompletion: { _ in completions.change { $0 += 1 } },
      receiveValue: { value in
        values.change { $0.append(value) }
        return goesOn(value)
      })
    return (sink, values, completions)
  }
}

/// Runs a piece of work on a thread of its own, and waits for it.
///
/// - Returns: Whether it came back, within some seconds.
@discardableResult
func onAnotherThread(_ work: @escaping @Sendable () -> Void) -> Bool {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    work()
    done.signal()
  }
  return done.wait(timeout: .now() + 20) == .success
}
