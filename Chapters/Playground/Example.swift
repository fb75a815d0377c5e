/// One idea of a chapter, shown by running it.
public struct Example: Sendable {
  /// The word by which `--only` finds it.
  public let name: String
  /// What it shows, in a sentence.
  public let summary: String
  /// How much time it takes.
  public let length: VirtualTime.Stride
  /// The time between two cells of its marble diagram; nil where it has none.
  public let tick: VirtualTime.Stride?
  /// The time that its marble diagram shows.
  public let window: ClosedRange<VirtualTime.Stride>
  /// Whether its marble diagram shows what the subscribers ask for.
  public let showsDemand: Bool

  let body: @Sendable (Stage) throws -> Void

  /// Creates an example.
  ///
  /// - Parameters:
  ///   - name: One word.
  ///   - summary: What it shows, in a sentence.
  ///   - length: How much time it takes; a literal counts seconds. No chapter's example takes more
  ///     than 15 s.
  ///   - tick: The time between two cells of its marble diagram; every event in the window falls on
  ///     one. Nil where there is nothing to draw. Traps unless it is positive.
  ///   - window: The time that the diagram shows; the whole length unless given.
  ///   - showsDemand: Whether the diagram shows what the subscribers ask for.
  ///   - body: Builds pipelines and lets time pass. What is left of the length passes after it.
  public init(
    _ name: String, _ summary: String, length: VirtualTime.Stride,
    tick: VirtualTime.Stride? = nil, window: ClosedRange<VirtualTime.Stride>? = nil,
    showsDemand: Bool = false, body: @escaping @Sendable (Stage) throws -> Void
  ) {
    self.name = name
    self.summary = summary
    require(
      tick ?? 1 > .zero, "Example(tick:): the tick must be positive, but is \(tick ?? 0)")
    self.length = length
    self.tick = tick
    self.window = window ?? 0...max(0, length)
    self.showsDemand = showsDemand
    self.body = body
  }

  /// Runs the example on a stage of its own, and clears the stage afterwards.
  ///
  /// - Parameters:
  ///   - pace: Whether the clock waits for real time.
  ///   - onEntry: Called with each entry of the transcript as it is recorded.
  /// - Returns: The transcript.
  /// - Throws: `ExampleOverran` where it takes longer than its length, and what its body throws.
  @discardableResult
  public func run(
    pace: VirtualTimeScheduler.Pace = .instant,
    onEntry: @escaping (Transcript.Entry) -> Void = { _ in }
  ) throws -> Transcript {
    let stage = Stage(pace: pace, onEntry: onEntry)
    defer { stage.tearDown() }
    try body(stage)
    let end = VirtualTime.origin.advanced(by: length)
    guard stage.scheduler.now <= end else {
      throw ExampleOverran(example: name, length: length, end: stage.scheduler.now)
    }
    try stage.scheduler.advance(to: end)
    return stage.transcript
  }
}

/// The error of an example that takes longer than it says.
public struct ExampleOverran: Error, CustomStringConvertible {
  /// The example's name.
  public let example: String
  /// The length that it declares.
  public let length: VirtualTime.Stride
  /// When its body returned.
  public let end: VirtualTime

  public var description: String {
    """
    the example "\(example)" says that it takes \(length), but it took until \(end): \
    give it a greater length
    """
  }
}
