import OpenCombineShim

/// What an example is handed: a clock, a transcript, and a place to keep its subscriptions.
public final class Stage {
  /// The clock, which drives every timer of the example.
  public let scheduler: VirtualTimeScheduler
  /// The record of the example.
  public let transcript: Transcript
  /// A stream whose lines become notes, for `print(_:to:)`.
  public var logger: TimeLogger
  /// Subscriptions kept until the example ends, and then cancelled in this order; the transcript
  /// is closed by then and does not show it.
  public var cancellables: [AnyCancellable] = []

  init(pace: VirtualTimeScheduler.Pace, onEntry: @escaping (Transcript.Entry) -> Void) {
    let scheduler = VirtualTimeScheduler(pace: pace)
    let transcript = Transcript(scheduler: scheduler, onEntry: onEntry)
    self.scheduler = scheduler
    self.transcript = transcript
    logger = TimeLogger(scheduler: scheduler) { _, line in transcript.note(line) }
  }

  /// Notes the example's own words.
  public func log(_ text: String) {
    logger.log(text)
  }

  /// Lets time pass.
  ///
  /// - Parameter interval: How much; a literal counts seconds. Traps where it is negative.
  /// - Throws: `VirtualTimeScheduler.LimitReached` where events never end.
  public func wait(_ interval: VirtualTime.Stride) throws {
    try scheduler.advance(by: interval)
  }

  /// Keeps the thread busy, and notes when that begins and ends: what falls due meanwhile waits.
  ///
  /// - Parameter interval: How long; a literal counts seconds. Traps where it is negative.
  public func stall(_ interval: VirtualTime.Stride) {
    log("the thread is busy for \(interval)")
    scheduler.stall(for: interval)
    log("the thread is free again")
  }

  func tearDown() {
    transcript.close()
    for cancellable in cancellables { cancellable.cancel() }
    cancellables = []
    scheduler.removeAll()
  }
}
