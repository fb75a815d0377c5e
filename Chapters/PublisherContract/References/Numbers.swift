import OpenCombineShim
import Playground

/// A correct publisher: to each subscriber, a number each second from 1 on, and then the finish.
///
/// A number for which there is no demand waits.
class Numbers: Publisher {
  typealias Output = Int
  typealias Failure = ProbeError

  let last: Int
  let scheduler: VirtualTimeScheduler
  let makeOutlet: (Outlet.Downstream) -> Outlet

  init(
    to last: Int, on scheduler: VirtualTimeScheduler,
    outlet makeOutlet: @escaping (Outlet.Downstream) -> Outlet = Outlet.init
  ) {
    self.last = last
    self.scheduler = scheduler
    self.makeOutlet = makeOutlet
  }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == ProbeError {
    let outlet = makeOutlet(AnySubscriber(subscriber))
    subscriber.receive(subscription: outlet)
    outlet.open()
    start(outlet)
  }

  func start(_ outlet: Outlet) {
    var number = 0
    let last = last
    let timer = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 1) {
      number += 1
      outlet.accept(number)
      if number == last { outlet.accept(.finished) }
      outlet.drain()
    }
    let isWanted = outlet.lock.withLock {
      outlet.onEnd = outlet.downstream == nil ? nil : timer.cancel
      return outlet.onEnd != nil
    }
    if !isWanted { timer.cancel() }  // cancelled as soon as it was subscribed
  }
}
