import OpenCombineShim
import Playground

/// A correct connectable publisher: numbers for all its subscribers, from `connect()` on.
class ConnectableNumbers: Relay, ConnectablePublisher, @unchecked Sendable {
  let last: Int
  let scheduler: VirtualTimeScheduler

  init(to last: Int, on scheduler: VirtualTimeScheduler) {
    self.last = last
    self.scheduler = scheduler
    super.init()
  }

  func connect() -> Cancellable {
    var number = 0
    return scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 1) { [self] in
      number += 1
      if number <= last { send(number) }
      if number == last { send(completion: .finished) }
    }
  }
}
