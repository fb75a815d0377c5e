import Foundation
import OpenCombineShim

/// A table of countdowns in a terminal.
///
/// All of it runs on one queue: the countdowns, what is typed, what signals ask for, the drawing.
final class LiveTable: @unchecked Sendable {
  private let queue = DispatchQueue(label: "table")
  private let screen = Screen()
  private let numbered: NumberedTable<DispatchQueue>
  private var subscriptions: Set<AnyCancellable> = []

  private var shown: [Row: TimeLeft] = [:]
  private var first = 0
  private var message = "Type \(TableRequest.forms)."
  private var keys = KeyReader()
  private var typed: TypedLine? = TypedLine()
  private var isDrawingDue = false

  /// Shows a table and runs it until it ends the program.
  static func run(_ times: [TimeLeft]) -> Never {
    let signals = Signals()
    waitForTerminal()
    let live = LiveTable(times)
    while true { live.receive(signals.next(), signals) }
  }

  private init(_ times: [TimeLeft]) {
    numbered = NumberedTable(scheduler: queue)
    queue.sync {
      for time in times { numbered.add(time) }
      numbered.table.shown
        .sink { [unowned self] in
          shown = Dictionary(uniqueKeysWithValues: $0.map { ($0.row, $0.time) })
          setNeedsDrawing()
        }
        .store(in: &subscriptions)
      numbered.table.finished.sink { [unowned self] in receive($0) }.store(in: &subscriptions)
      screen.setUp()
      draw()
    }
    readBytes(from: STDIN_FILENO, on: queue) { [unowned self] bytes in
      if let bytes { receive(bytes) } else { receiveEndOfInput() }
    }
  }

  // MARK: What happens

  private func receive(_ finish: Finish) {
    guard let text = numbered.note(finish), finish.unit == .seconds else { return }
    message = text
    setNeedsDrawing()
    endIfNothingCanHappen()
  }

  private func receive(_ bytes: [UInt8]) {
    for key in keys.keys(in: bytes) {
      switch key {
      case .up: first -= 1
      case .down: first += 1
      case .pageUp: turn(pages: -1)
      case .pageDown: turn(pages: 1)
      case .home: first = 0
      case .end: first = numbered.entries.count
      case .redraw: screen.forget()
      case .endOfInput:
        if typed?.text.isEmpty == true { end() }
      default:
        if let line = typed?.take(key) { obey(line) }
      }
    }
    setNeedsDrawing()
  }

  private func receiveEndOfInput() {
    if isatty(STDIN_FILENO) == 1 { end() }
    receive(Array("\n".utf8))
    typed = nil
    message = "Standard input has ended: nothing more can be typed."
    setNeedsDrawing()
    endIfNothingCanHappen()
  }

  private func obey(_ line: String) {
    do {
      if let request = try TableRequest(typed: line) { try obey(request) }
    } catch {
      message = "\(error)"
    }
  }

  private func obey(_ request: TableRequest) throws {
    switch request {
    case .show(let number): first = try numbered.place(of: number)
    case .page(let pages): turn(pages: pages)
    case .quit: end()
    default: message = try numbered.answer(to: request) ?? message
    }
    if case .add = request { first = numbered.entries.count }  // as far down as there is something
  }

  private func turn(pages: Int) { first += pages * numbered.table.view.count }

  // MARK: Drawing

  private func setNeedsDrawing() {
    guard !isDrawingDue else { return }
    isDrawingDue = true
    queue.async { [self] in draw() }
  }

  private func draw() {
    isDrawingDue = false
    let size = screen.size
    let layout = TableLayout(
      size, count: numbered.entries.count, lastNumber: numbered.lastNumber, message: message)
    let capacity = layout?.capacity ?? 0
    first = max(0, min(first, numbered.entries.count - capacity))
    let inView = numbered.entries[first...].prefix(capacity)
    let rows = inView.map(\.row)
    if numbered.table.view != rows { numbered.table.view = rows }

    let frame = TableFrame(
      rows: inView.map { ($0.number, shown[$0.row] ?? TimeLeft()) }, above: first,
      count: numbered.entries.count, lastNumber: numbered.lastNumber, typed: typed)
    if !screen.draw(frame.lines(layout, size: size)) {
      let reason = errno
      screen.restore()
      endForLackOfOutput(reason)
    }
  }

  // MARK: The end, and pauses

  private func receive(_ signal: Int32, _ signals: Signals) {
    switch signal {
    case SIGWINCH:
      queue.async { [self] in setNeedsDrawing() }
    case SIGCONT:
      resume()
    default:
      restore()
      signals.deliver(signal)
      resume()
    }
  }

  /// Stops the program, if it runs in the background, until it has the terminal to itself.
  ///
  /// Only the main thread can do it: the queue's threads have the signal for that blocked.
  private static func waitForTerminal() { tcflow(STDOUT_FILENO, TCOON) }

  private func restore() {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { [self] in
      screen.restore()
      isDone.signal()
    }
    // A terminal that takes nothing any more does not keep the program from its end.
    _ = isDone.wait(timeout: .now() + 1)
  }

  private func resume() {
    Self.waitForTerminal()
    queue.async { [self] in
      screen.setUp()
      setNeedsDrawing()
    }
  }

  private func endIfNothingCanHappen() {
    if typed == nil, numbered.runningCount == 0 { end() }
  }

  private func end() -> Never {
    screen.restore()
    let running = numbered.runningCount
    if running > 0 {
      _ = writeAll("Still running: \(running) of \(numbered.entries.count).\n", to: STDOUT_FILENO)
    }
    exit(0)
  }
}
