import Foundation

/// A title and a list of examples, in the order of the lesson.
public struct Chapter: Sendable {
  /// Its number in the book.
  public let number: Int
  /// Its idea in a few words.
  public let title: String
  /// Its examples, in the order of the lesson.
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
  ///   - marbles: Whether a marble diagram follows the transcript of each example that has one.
  ///   - output: Takes each line as it happens, and a diagram as a whole.
  /// - Throws: What an example throws, and `MarbleError` where one can't be drawn.
  public func run(
    _ examples: [Example], pace: VirtualTimeScheduler.Pace, marbles: Bool = false,
    output: @escaping (String) -> Void
  ) throws {
    output("Chapter \(number): \(title)")
    for example in examples {
      output("")
      output(heading(example))
      let transcript = try example.run(pace: pace) { output("\($0)") }
      guard marbles, let diagram = try example.diagram(of: transcript) else { continue }
      output("")
      output(diagram.text)
    }
  }

  func heading(_ example: Example) -> String {
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
