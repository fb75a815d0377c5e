import Foundation
import OpenCombineShim

/// Stands where a publisher of yours will stand: a number each second, from 1 to 20.
///
/// It makes one honest mistake, for the checker to find.
struct Mine<Context: Scheduler>: Publisher {
  typealias Output = Int
  typealias Failure = Never

  private let scheduler: Context

  init(on scheduler: Context) {
    self.scheduler = scheduler
  }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == Never {
    let subscription = MineSubscription(AnySubscriber(subscriber))
    subscriber.receive(subscription: subscription)
    subscription.start(on: scheduler)
  }
}

private final class MineSubscription: Subscription, CustomStringConvertible, @unchecked Sendable {
  var description: String { "Mine" }

  private let lock = NSLock()  // guards everything below
  private var downstream: AnySubscriber<Int, Never>?
  private var timer: Cancellable?
  private var number = 0

  init(_ downstream: AnySubscriber<Int, Never>) {
    self.downstream = downstream
  }

  func start<Context: Scheduler>(on scheduler: Context) {
    let second = Context.SchedulerTimeType.Stride.seconds(1)
    let timer = scheduler.schedule(after: scheduler.now.advanced(by: second), interval: second) {
      self.tick()
    }
    let isWanted = lock.withLock {
      self.timer = downstream == nil ? nil : timer
      return downstream != nil
    }
    if !isWanted { timer.cancel() }  // cancelled as soon as it was subscribed
  }

  private func tick() {
    let (number, downstream) = lock.withLock {
      self.number += 1
      return (self.number, self.downstream)
    }
    _ = downstream?.receive(number)
    if number == 20 { end()?.receive(completion: .finished) }
  }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    withExtendedLifetime(end()) {}  // the subscriber goes here, outside the lock
  }

  /// Lets go of everything, once, and returns the subscriber.
  private func end() -> AnySubscriber<Int, Never>? {
    lock.lock()
    let (downstream, timer) = (downstream, timer)
    self.downstream = nil
    self.timer = nil
    lock.unlock()
    timer?.cancel()
    return downstream
  }
}
