import Foundation
import OpenCombineShim

/// A table of countdowns that writes a line for whatever happens, where there is no terminal.
///
/// All of it runs on one queue.
final class PipedTable: @unchecked Sendable {
  private let queue = DispatchQueue(label: "table")
  private let numbered: NumberedTable<DispatchQueue>
  private var subscription: AnyCancellable?
  private var keys = KeyReader()
  private var typed = TypedLine()

  /// Runs a table until it ends the program.
  static func run(_ times: [TimeLeft]) -> Never {
    let piped = PipedTable(times)
    withExtendedLifetime(piped) { DispatchSemaphore(value: 0).wait() }
    fatalError("nobody signals this semaphore")
  }

  private init(_ times: [TimeLeft]) {
    numbered = NumberedTable(scheduler: queue)
    queue.sync {
      subscription = numbered.table.finished.sink { [unowned self] in receive($0) }
      for time in times { say("Row \(numbered.add(time)) starts: \(time).") }
    }
    readBytes(from: STDIN_FILENO, on: queue) { [unowned self] bytes in
      if let bytes { receive(bytes) } else { receiveEndOfInput() }
    }
  }

  /// The last end is the end of all: more input might never come.
  private func receive(_ finish: Finish) {
    guard let text = numbered.note(finish) else { return }
    say(text)
    if numbered.runningCount == 0 { exit(0) }
  }

  private func receive(_ bytes: [UInt8]) {
    for key in keys.keys(in: bytes) {
      guard let line = typed.take(key) else { continue }
      do {
        if let request = try TableRequest(typed: line) { try obey(request) }
      } catch {
        say("\(error)")
      }
    }
  }

  private func receiveEndOfInput() {
    receive(Array("\n".utf8))
    if numbered.runningCount == 0 { exit(0) }
  }

  private func obey(_ request: TableRequest) throws {
    if request == .quit { exit(0) }
    say(try numbered.answer(to: request) ?? "Nothing is drawn here that could be scrolled.")
  }

  private func say(_ line: String) {
    if !writeAll(line + "\n", to: STDOUT_FILENO) { endForLackOfOutput(errno) }
  }
}
