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
    var errors: [Int32] = [-1, -1]
    if isatty(STDERR_FILENO) == 1, pipe(&errors) == 0 {
      for end in errors {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    let bytes = Array(Self.sequence.utf8)
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    text.initialize(from: bytes, count: bytes.count)
    kit.initialize(
      to: Kit(
        isArmed: false, input: input, output: output, modes: modes, hasModes: isTerminal,
        text: text, length: bytes.count, ownError: dup(STDERR_FILENO), error: errors[0],
        errorKeeper: errors[1], buffer: .allocate(capacity: Kit.bufferSize)))
    for signal in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGSYS] {
      sigaction(signal, nil, before + Int(signal))
      Foundation.signal(signal, crashed)
    }
  }

  /// From now on a crash restores the terminal.
  ///
  /// What goes to a standard error on the terminal waits in a pipe until then: the message of a trap
  /// would be lost with the screen that it is written on.
  func arm() {
    kit.pointee.isArmed = true
    if kit.pointee.error >= 0 { dup2(kit.pointee.errorKeeper, STDERR_FILENO) }
  }

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
  /// The standard error that the program began with.
  let ownError: Int32
  /// The ends of the pipe, or -1 where standard error is no terminal.
  let error: Int32
  let errorKeeper: Int32
  let buffer: UnsafeMutablePointer<UInt8>
  static let bufferSize = 4_096
}

// All of it is written before the handler is set, but for `isArmed`.
nonisolated(unsafe) private let kit = UnsafeMutablePointer<Kit>.allocate(capacity: 1)
nonisolated(unsafe) private let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)

private func restoreTerminal() {
  guard kit.pointee.isArmed else { return }
  kit.pointee.isArmed = false
  _ = write(kit.pointee.output, kit.pointee.text, kit.pointee.length)
  if kit.pointee.hasModes { tcsetattr(kit.pointee.input, TCSANOW, &kit.pointee.modes) }
  showErrors()
}

/// Writes what has been written to standard error meanwhile.
private func showErrors() {
  guard kit.pointee.error >= 0 else { return }
  dup2(kit.pointee.ownError, STDERR_FILENO)
  while case let count = read(kit.pointee.error, kit.pointee.buffer, Kit.bufferSize), count > 0 {
    _ = write(STDERR_FILENO, kit.pointee.buffer, count)
  }
}

/// Restores the terminal, and lets the signal do what it would have done.
private func crashed(by signal: Int32) {
  restoreTerminal()
  sigaction(signal, before + Int(signal), nil)
  raise(signal)
}
