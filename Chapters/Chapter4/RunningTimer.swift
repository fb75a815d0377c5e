import Foundation
import OpenCombineShim

/// One subscriber's timer: its demand, its ticks, and how many values are left to send.
///
/// The source of its ticks holds it until the end.
final class RunningTimer: @unchecked Sendable {
  typealias Receive = (DispatchTime) -> Subscribers.Demand

  private let configuration: DispatchTimerConfiguration
  private let source: TickSource

  // The lock keeps accesses apart; to check that at run time as well would slow each tick down.
  private let lock = NSLock()  // guards everything below
  @exclusivity(unchecked) private var receive: Receive?  // the subscriber's; nil after the end
  @exclusivity(unchecked) private var complete: (() -> Void)?
  @exclusivity(unchecked) private var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var left: Subscribers.Demand  // values until the finish
  @exclusivity(unchecked) private var isOpen = false  // once the subscriber has its subscription
  @exclusivity(unchecked) private var hasStarted = false
  @exclusivity(unchecked) private var stop: TickSource.Stop?
  @exclusivity(unchecked) private var tickWaits = false  // for its turn
  @exclusivity(unchecked) private var isEmitting = false

  init(
    _ configuration: DispatchTimerConfiguration, source: TickSource, receive: @escaping Receive,
    complete: @escaping () -> Void
  ) {
    self.configuration = configuration
    self.source = source
    self.receive = receive
    self.complete = complete
    left = configuration.times
  }

  // MARK: The subscriber asks

  func request(_ demand: Subscribers.Demand) {
    lock.lock()
    if receive != nil { self.demand += demand }
    lock.unlock()
    startIfWanted()
  }

  /// Lets the timer start, or finishes, now that the subscriber has its subscription.
  func open() {
    lock.lock()
    isOpen = left > .none
    let isEmpty = !isOpen
    lock.unlock()
    if isEmpty { finish() } else { startIfWanted() }
  }

  /// Starts the ticks with the first demand.
  private func startIfWanted() {
    lock.lock()
    let starts = isOpen && !hasStarted && receive != nil && demand > .none
    if starts { hasStarted = true }
    lock.unlock()
    guard starts else { return }

    let queue = configuration.queue ?? DispatchQueue(label: "DispatchTimer")
    let stop = source.start(queue, configuration.interval, configuration.leeway) {
      self.tick()
    }
    lock.lock()
    let isWanted = receive != nil
    if isWanted { self.stop = stop }
    lock.unlock()
    if !isWanted { stop() }  // it was cancelled, or finished, in the meantime
  }

  // MARK: Values go out

  /// Sends the time if it was asked for; while a call of the subscriber is running, leaves that to
  /// the loop that made the call.
  private func tick() {
    var returned: Subscribers.Demand?
    while let (receive, isLast) = next(adding: returned) {
      returned = receive(source.now())
      if isLast { finish() }
    }
  }

  /// Takes a value's worth of demand for a tick that waits.
  ///
  /// - Parameter returned: What the call before returned; nil for a tick that has just come.
  private func next(
    adding returned: Subscribers.Demand?
  ) -> (receive: Receive, isLast: Bool)? {
    lock.lock()
    defer { lock.unlock() }
    if let returned {
      demand += returned
    } else {
      tickWaits = true
      if isEmitting { return nil }
    }
    let isDue = tickWaits
    tickWaits = false  // one that finds no demand is dropped
    guard let receive, isDue, demand > .none else {
      isEmitting = false
      return nil
    }
    isEmitting = true
    demand -= 1
    left -= 1
    return (receive, left == .none)
  }

  // MARK: The end

  func cancel() {
    _ = end()
  }

  private func finish() {
    end()?()
  }

  /// Stops the ticks and lets go of the subscriber, once.
  ///
  /// - Returns: What completes the subscriber, unless it is over already.
  private func end() -> (() -> Void)? {
    lock.lock()
    let (receive, complete, stop) = (receive, complete, stop)
    self.receive = nil
    self.complete = nil
    self.stop = nil
    demand = .none
    lock.unlock()
    stop?()
    withExtendedLifetime(receive) {}  // it lets go of the subscriber here, outside the lock
    return complete
  }
}
