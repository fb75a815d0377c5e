import Foundation

/// One idea of a chapter, shown by running it.
public struct Example: Sendable {
  /// The word by which `--only` finds it.
  public let name: String
  /// What it shows, in a sentence.
  public let summary: String
  /// How much time it takes.
  public let length: VirtualTime.Stride

  let body: @Sendable (Stage) throws -> Void

  /// Creates an example.
  ///
  /// - Parameters:
  ///   - name: One word.
  ///   - summary: What it shows, in a sentence.
  ///   - length: How much time it takes; a literal counts seconds.
  ///   - body: Builds pipelines and lets time pass. What is left of the length passes after it.
  public init(
    _ name: String, _ summary: String, length: VirtualTime.Stride,
    body: @escaping @Sendable (Stage) throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.length = length
    self.body = body
  }

  /// Runs the example on a stage of its own, and clears the stage afterwards.
  ///
  /// - Parameters:
  ///   - pace: Whether the clock waits for real time.
  ///   - onEntry: Called with each entry of the transcript as it is recorded.
  /// - Returns: The transcript.
  /// - Throws: `ExampleError` where it takes longer than its length, and what its body throws.
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
      throw ExampleError(example: name, length: length, end: stage.scheduler.now)
    }
    try stage.scheduler.advance(to: end)
    return stage.transcript
  }
}

/// The error of an example that takes longer than it says.
public struct ExampleError: Error, CustomStringConvertible {
  public let example: String
  public let length: VirtualTime.Stride
  public let end: VirtualTime

  public var description: String {
    """
    the example "\(example)" says that it takes \(length), but it took until \(end): \
    give it a greater length
    """
  }
}

/// A title and a list of examples, in the order of the lesson.
public struct Chapter: Sendable {
  public let number: Int
  public let title: String
  public let examples: [Example]
  /// The file that holds what an instant run prints.
  public let expectedLog: URL

  let benchmark: (@Sendable () -> Void)?

  /// Creates a chapter.
  ///
  /// - Parameters:
  ///   - number: Its number in the book.
  ///   - title: Its idea in a few words.
  ///   - examples: Its examples; no two share a name.
  ///   - benchmark: Prints what the idea costs beside its built-in peer.
  ///   - file: The source file of the lesson, next to its `expected.log`.
  public init(
    _ number: Int, _ title: String, examples: [Example],
    benchmark: (@Sendable () -> Void)? = nil, file: String = #filePath
  ) {
    self.number = number
    self.title = title
    self.examples = examples
    self.benchmark = benchmark
    expectedLog = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("expected.log")
  }

  /// Runs examples and hands on the lines of their transcripts.
  ///
  /// - Parameters:
  ///   - examples: Which examples.
  ///   - pace: Whether the clock waits for real time.
  ///   - output: Takes each line as it happens.
  public func run(
    _ examples: [Example], pace: VirtualTimeScheduler.Pace, output: @escaping (String) -> Void
  ) throws {
    output("Chapter \(number): \(title)")
    for example in examples {
      output("")
      output(heading(example))
      try example.run(pace: pace) { output("\($0)") }
    }
  }

  private func heading(_ example: Example) -> String {
    "== \(example.name): \(example.summary) =="
  }

  /// An expected log cut down to its title and the sections of some examples.
  ///
  /// A section that is missing is left out, so that a comparison shows it as missing.
  func sections(of log: [String], for examples: [Example]) -> [String] {
    let names = examples.map { "== \($0.name):" }
    var isWanted = true
    var result = log.filter { line in
      if line.hasPrefix("== ") { isWanted = names.contains { line.hasPrefix($0) } }
      return isWanted
    }
    if result.last?.isEmpty == true { result.removeLast() }
    return result
  }
}
