import Foundation
import OpenCombineShim

extension Publisher {
  /// A first draft of `shareReplay(capacity:)`, kept for its mistakes. Not to be copied.
  func shareReplayDraft(capacity: Int) -> AnyPublisher<Output, Failure> {
    multicast(subject: ReplaySubjectDraft(capacity: capacity)).autoconnect().eraseToAnyPublisher()
  }
}

/// A subject that remembers its latest values. Not to be copied either.
private final class ReplaySubjectDraft<Output, Failure: Error>: Subject {
  private let capacity: Int
  private let lock = NSRecursiveLock()  // hides that calls go out while it is held
  private var latest: [Output] = []
  private var outlets: [OutletDraft<Output, Failure>] = []
  private var completion: Subscribers.Completion<Failure>?

  init(capacity: Int) {
    self.capacity = capacity
  }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    lock.withLock {
      let outlet = OutletDraft(AnySubscriber(subscriber), waiting: latest, lock: lock)
      outlets.append(outlet)
      subscriber.receive(subscription: outlet)
      if let completion { outlet.send(completion: completion) }
    }
  }

  func send(_ value: Output) {
    lock.withLock {
      latest.append(value)
      if latest.count > capacity { latest.removeFirst() }
      for outlet in outlets { outlet.send(value) }  // a value sent inside comes before this one
    }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    lock.withLock {
      self.completion = completion
      for outlet in outlets { outlet.send(completion: completion) }
    }
  }

  func send(subscription: Subscription) {
    subscription.request(.unlimited)
  }
}

private final class OutletDraft<Output, Failure: Error>: Subscription, CustomStringConvertible {
  let description = "Draft"
  private let lock: NSRecursiveLock
  private var downstream: AnySubscriber<Output, Failure>?
  private var waiting: [Output]
  private var demand = Subscribers.Demand.none

  init(_ downstream: AnySubscriber<Output, Failure>, waiting: [Output], lock: NSRecursiveLock) {
    self.downstream = downstream
    self.waiting = waiting
    self.lock = lock
  }

  func send(_ value: Output) {
    waiting.append(value)
    drain()
  }

  func send(completion: Subscribers.Completion<Failure>) {
    downstream?.receive(completion: completion)  // and what waits is lost
    downstream = nil
  }

  func request(_ demand: Subscribers.Demand) {
    lock.withLock {
      self.demand += demand
      drain()
    }
  }

  private func drain() {
    while demand > .none, !waiting.isEmpty, let downstream {
      demand -= 1
      demand += downstream.receive(waiting.removeFirst())
    }
  }

  func cancel() {
    lock.withLock { downstream = nil }
  }
}
