import OpenCombineShim

extension Stage {
  /// Ticks on the example's clock: a timer for each subscriber, made of ready-made parts.
  ///
  /// A tick that nobody asked for is dropped. On OpenCombine a request of `.none` traps, as it does
  /// on the subject inside. Chapter 1 builds a timer publisher from nothing.
  ///
  /// - Parameter interval: Time between ticks, the first one interval after subscribing. Traps
  ///   unless it is positive.
  public func ticks(every interval: VirtualTime.Stride) -> AnyPublisher<VirtualTime, Never> {
    Deferred { [scheduler] in
      let ticks = PassthroughSubject<VirtualTime, Never>()
      let timer = scheduler.schedule(
        after: scheduler.now.advanced(by: interval), interval: interval
      ) { ticks.send(scheduler.now) }
      return ticks.handleEvents(receiveCancel: { timer.cancel() })
    }.eraseToAnyPublisher()
  }
}
