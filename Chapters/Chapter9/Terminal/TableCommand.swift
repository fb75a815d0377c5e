import ArgumentParser
import Foundation
import Playground

/// The chapter's command line: what every chapter can do, and a table in the terminal.
struct TableCommand: ParsableCommand {
  static var configuration: CommandConfiguration { ChapterCommand.configuration }

  @OptionGroup var chapter: ChapterCommand

  @Flag(
    help: """
      Show a table of countdowns that run, or with --svg draw it. Into a pipe it prints a line for \
      whatever happens.
      """)
  var table = false

  @Argument(
    help: ArgumentHelp(
      "With --table: what the countdowns start from, 0:01:30 or 1:30.", valueName: "time"))
  var times: [String] = []

  /// Runs the program as its command line says, and exits where something is wrong.
  static func main(_ arguments: [String]?) {
    do {
      try command(for: arguments ?? []).run()
    } catch {
      exit(withError: error)
    }
  }

  /// Reads a command line.
  ///
  /// The times behind `--table` do not go through the parser, whose time grows with the square of
  /// their number, and which takes `-1:00` for an option.
  static func command(for arguments: [String]) throws -> TableCommand {
    var options = arguments
    let start = options.firstIndex(of: "--table").map { $0 + 1 } ?? options.endIndex
    let end = options[start...].firstIndex(where: \.isOption) ?? options.endIndex
    let times = Array(options[start..<end])
    options.removeSubrange(start..<end)
    var command = try parse(options)
    command.times.insert(contentsOf: times, at: 0)
    try command.check()
    return command
  }

  private func check() throws {
    guard table else {
      guard let time = times.first else { return }
      throw ValidationError("Unexpected argument '\(time)': times go with --table.")
    }
    let others = [
      (chapter.instant, "--instant"), (chapter.check, "--check"), (!chapter.only.isEmpty, "--only"),
      (chapter.list, "--list"), (chapter.marbles, "--marbles"), (chapter.benchmark, "--benchmark"),
    ].filter(\.0).map(\.1)
    if !others.isEmpty {
      throw ValidationError(
        "--table runs no example, and runs in real time: leave out \(others.joined(separator: ", "))."
      )
    }
    if times.isEmpty {
      throw ValidationError("--table wants a time, or several: \(TimeLeft.forms).")
    }
    _ = try starts
  }

  /// What the countdowns start from.
  private var starts: [TimeLeft] {
    get throws {
      do { return try TimeLeft.all(typed: times) } catch let error as InputError {
        throw ValidationError(error.description)
      }
    }
  }

  func run() throws {
    guard table else { return try chapter.run(lesson) }
    if let folder = chapter.svg {
      try write([("Chapter9-table.svg", TablePicture(times: try starts).svg)], to: folder)
    } else {
      Self.show(try starts)
    }
  }

  /// Runs a table until it ends the program: drawn, if standard output is a terminal that can be
  /// drawn on.
  private static func show(_ times: [TimeLeft]) -> Never {
    // A pipe that nobody reads any more is told by the writing.
    signal(SIGPIPE, SIG_IGN)
    let terminal = ProcessInfo.processInfo.environment["TERM"] ?? ""
    let canBeDrawnOn = isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(terminal)
    if canBeDrawnOn { LiveTable.run(times) }
    PipedTable.run(times)
  }
}

extension String {
  /// Whether it is an option, and no time that begins with a dash.
  fileprivate var isOption: Bool {
    guard let second = dropFirst().first else { return false }
    return first == "-" && second != ":" && !second.isNumber
  }
}
