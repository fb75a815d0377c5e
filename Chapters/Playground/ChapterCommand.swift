import ArgumentParser
import Foundation

extension Chapter {
  /// Runs the chapter as its command line says, and exits where something is wrong.
  public func main() {
    do {
      try ChapterCommand.parse().run(self)
    } catch {
      ChapterCommand.exit(withError: error)
    }
  }
}

/// The options of every chapter; a chapter with options of its own takes them in as a group.
package struct ChapterCommand: ParsableCommand {
  package static var configuration: CommandConfiguration {
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
    return CommandConfiguration(
      commandName: "swift run \(executable)",
      abstract: "Runs the examples of a chapter and prints what happens, as it happens.")
  }

  package init() {}

  @Flag(help: "Run in virtual time: the same text, without waiting.")
  package var instant = false

  @Flag(help: "Compare an instant run with expected.log; exit with 1 where they differ.")
  package var check = false

  @Option(help: ArgumentHelp("Run one example; may be repeated.", valueName: "name"))
  package var only: [String] = []

  @Flag(help: "List the examples.")
  package var list = false

  @Flag(help: "Draw a marble diagram after each example, as text.")
  package var marbles = false

  @Option(
    help: ArgumentHelp(
      "Write the marble diagrams as pictures into a folder.", valueName: "folder"))
  package var svg: String?

  @Flag(help: "Measure ours and the built-in one (release builds only).")
  package var benchmark = false

  package func validate() throws {
    let chosen = [
      (check, "--check"), (list, "--list"), (marbles, "--marbles"), (svg != nil, "--svg"),
      (benchmark, "--benchmark"),
    ].filter(\.0).map(\.1)
    if benchmark, instant || !only.isEmpty {
      throw ValidationError("--benchmark runs no example: leave out --instant and --only.")
    }
    if svg?.isEmpty == true { throw ValidationError("--svg wants the name of a folder.") }
    if chosen.count > 1 {
      throw ValidationError("\(chosen.joined(separator: " and ")) exclude each other: choose one.")
    }
  }

  /// Runs a chapter as the options say.
  package func run(_ chapter: Chapter) throws {
    let examples = try chosenExamples(of: chapter)
    if list {
      let width = (examples.map(\.name.count).max() ?? 0) + 2
      for example in examples {
        print(example.name.padding(toLength: width, withPad: " ", startingAt: 0) + example.summary)
      }
    } else if benchmark {
      try measure(chapter)
    } else if check {
      try compare(chapter, examples)
    } else if let svg {
      let pictures = try chapter.pictures(of: examples)
      if pictures.isEmpty { throw CommandError(noPicture) }
      try write(pictures.map { ($0.fileName, $0.svg) }, to: svg)
    } else {
      if marbles, examples.allSatisfy({ $0.tick == nil }) { throw CommandError(noPicture) }
      try chapter.run(
        examples, pace: instant ? .instant : .live, marbles: marbles, output: printNow)
    }
  }

  private var noPicture: String {
    "none of these examples has a picture: an example needs a tick for one."
  }

  private func chosenExamples(of chapter: Chapter) throws -> [Example] {
    let known = chapter.examples.map(\.name)
    for name in only where !known.contains(name) {
      throw ValidationError(
        """
        Chapter \(chapter.number) has no example "\(name)". \
        It has: \(known.joined(separator: ", ")).
        """)
    }
    return only.isEmpty ? chapter.examples : chapter.examples.filter { only.contains($0.name) }
  }

  private func compare(_ chapter: Chapter, _ examples: [Example]) throws {
    let name = "Chapter\(chapter.number)"
    let log = try read(chapter.expectedLog, advice: "Record it with: \(recording(name))")
    var lines: [String] = []
    try chapter.run(examples, pace: .instant) { lines += normalizedLines($0 + "\n") }
    let expected = chapter.sections(of: normalizedLines(log), for: examples)
    if let difference = lineDiff(expected: expected, actual: lines) {
      printNow(difference)
      throw CommandError(
        """
        \(name) does not print what its expected.log says (- expected, + actual). \
        Where the new text is right: \(recording(name))
        """)
    }
    print("\(name) prints what its expected.log says (\(expected.count) lines).")
  }

  private func measure(_ chapter: Chapter) throws {
    let name = "Chapter\(chapter.number)"
    guard let benchmark = chapter.benchmark else {
      throw CommandError("\(name) has no benchmark.")
    }
    #if DEBUG
      throw CommandError(
        """
        a debug build says nothing about speed. \
        Measure with: swift run -c release \(name) --benchmark
        """)
    #else
      benchmark()
    #endif
  }

  private func recording(_ name: String) -> String {
    "RECORD_TRANSCRIPTS=1 swift test --filter \(name)Tests.TranscriptTests"
  }

  private func read(_ url: URL, advice: String) throws -> String {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw CommandError("there is no \(url.path) to compare with. \(advice)")
    }
    do {
      return try String(contentsOf: url, encoding: .utf8)
    } catch {
      throw CommandError("can't read \(url.path): \(error.localizedDescription) \(advice)")
    }
  }
}

/// Writes pictures into a folder and prints their paths.
package func write(_ pictures: [(fileName: String, svg: String)], to folder: String) throws {
  do {
    for path in try save(pictures, to: folder) { print(path) }
  } catch {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? Error ?? error
    throw CommandError(
      "can't write the pictures into \(folder) (\(cause.localizedDescription)). "
        + "Name a folder that you can write.")
  }
}

/// An error of a run, told on standard error; the program exits with 1.
package struct CommandError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
