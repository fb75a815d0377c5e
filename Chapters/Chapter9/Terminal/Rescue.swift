import Foundation

/// What puts a terminal back as it was, also in a signal handler of a program that crashes.
///
/// There may be one in a program. Such a handler may call next to nothing: no allocation, no lock. So
/// all that it needs is prepared, and lies where it only has to be read.
struct Rescue {
  /// The modes that the input had, or nil where it is no terminal.
  let modes: termios?

  init(input: Int32, output: Int32) {
    var modes = termios()
    let isTerminal = tcgetattr(input, &modes) == 0
    self.modes = isTerminal ? modes : nil
    let bytes = Array(Self.sequence.utf8)
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    text.initialize(from: bytes, count: bytes.count)
    kit.initialize(
      to: Kit(
        isArmed: false, input: input, output: output, modes: modes, hasModes: isTerminal,
        text: text, length: bytes.count))
    for signal in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] {
      sigaction(signal, nil, before + Int(signal))
      Foundation.signal(signal, crashed)
    }
  }

  /// From now on a crash restores the terminal.
  func arm() { kit.pointee.isArmed = true }

  /// Whether the terminal is to be restored: no crash has done so.
  var isArmed: Bool { kit.pointee.isArmed }

  /// Restores the terminal, unless that is done.
  func restore() { restoreTerminal() }

  /// Ends a drawing that was broken off, shows the cursor, breaks long lines again, and goes back to
  /// the screen from before.
  static let sequence = "\u{1B}[?2026l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}

private struct Kit {
  var isArmed: Bool
  let input: Int32
  let output: Int32
  var modes: termios
  let hasModes: Bool
  let text: UnsafeMutablePointer<UInt8>
  let length: Int
}

// All of it is written before the handler is set, but for `isArmed`.
nonisolated(unsafe) private let kit = UnsafeMutablePointer<Kit>.allocate(capacity: 1)
nonisolated(unsafe) private let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)

private func restoreTerminal() {
  guard kit.pointee.isArmed else { return }
  kit.pointee.isArmed = false
  _ = write(kit.pointee.output, kit.pointee.text, kit.pointee.length)
  if kit.pointee.hasModes { tcsetattr(kit.pointee.input, TCSANOW, &kit.pointee.modes) }
}

/// Restores the terminal, and lets the signal do what it would have done.
private func crashed(by signal: Int32) {
  restoreTerminal()
  sigaction(signal, before + Int(signal), nil)
  raise(signal)
}
