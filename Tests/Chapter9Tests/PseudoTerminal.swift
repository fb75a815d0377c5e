import Foundation
import TestSupport
import XCTest

/// The built program in a terminal of its own, with a test at the keyboard.
final class PseudoTerminal {
  private let process = Process()
  private var keyboard: Int32
  private var terminal: Int32
  private var output: [UInt8] = []

  /// Starts the program, which reads from the keyboard or from somewhere else.
  init(
    _ executable: URL, _ arguments: [String], columns: Int = 80, rows: Int = 24,
    input: FileHandle? = nil, environment: [String: String] = [:]
  ) throws {
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard let name = nameOfTerminal(keyboard) else { throw POSIXError(.ENXIO) }
    terminal = open(name, O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { throw POSIXError(.ENXIO) }
    resize(columns: columns, rows: rows)
    let handle = FileHandle(fileDescriptor: terminal)
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no", "TERM": "xterm"]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = input ?? handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    hangUp()
  }

  /// Takes the terminal away from the program.
  func hangUp() {
    if keyboard >= 0 { close(keyboard) }
    if terminal >= 0 { close(terminal) }
    (keyboard, terminal) = (-1, -1)
  }

  /// What the terminal does with what is typed and written, as bytes.
  var modes: [UInt8] {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return withUnsafeBytes(of: &modes) { Array($0) }
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Reads what the program writes, up to a text.
  ///
  /// - Returns: What it wrote since the last time, that text included, or all where it never came.
  @discardableResult
  func read(
    until text: String, file: StaticString = #filePath, line: UInt = #line
  ) -> String {
    let wanted = Array(text.utf8)
    let deadline = Date(timeIntervalSinceNow: 20)
    while true {
      if let end = self.end(of: wanted) {
        defer { output.removeFirst(end) }
        return String(decoding: output[..<end], as: UTF8.self)
      }
      var waiting = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      guard Date() < deadline, poll(&waiting, 1, 20_000) == 1,
        case let count = Foundation.read(keyboard, &buffer, buffer.count), count > 0
      else {
        let read = String(decoding: output, as: UTF8.self)
        XCTFail(
          "\(text.debugDescription) never came: \(read.debugDescription)", file: file, line: line)
        return read
      }
      output += buffer[..<count]
    }
  }

  private func end(of wanted: [UInt8]) -> Int? {
    guard output.count >= wanted.count else { return nil }
    return (0...output.count - wanted.count).first { output[$0...].starts(with: wanted) }
      .map { $0 + wanted.count }
  }

  /// Waits until the program is stopped, or writes: where no shell could wake it, nothing stops it.
  func waitUntilStopped() {
    var info = siginfo_t()
    var output = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    let options = WSTOPPED | WNOWAIT | WNOHANG
    while waitid(P_PID, id_t(process.processIdentifier), &info, options) == 0, info.si_signo == 0,
      poll(&output, 1, 10) == 0
    {}
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: Its status, or 128 and the number of the signal that ended it.
  func end() -> Int32 {
    process.waitUntilItEnds(within: 20)
    let isSignal = process.terminationReason == .uncaughtSignal
    return process.terminationStatus + (isSignal ? 128 : 0)
  }
}

/// The terminal at the other end of a keyboard, ready to be opened.
private func nameOfTerminal(_ keyboard: Int32) -> String? {
  #if canImport(Darwin)
    guard grantpt(keyboard) == 0, unlockpt(keyboard) == 0 else { return nil }
    return ptsname(keyboard).map { String(cString: $0) }
  #else
    // Swift's Glibc leaves out the functions, and the numbers TIOCSPTLCK and TIOCGPTN.
    var (isLocked, number) = (Int32(0), UInt32(0))
    guard ioctl(keyboard, 0x4004_5431, &isLocked) == 0, ioctl(keyboard, 0x8004_5430, &number) == 0
    else { return nil }
    return "/dev/pts/\(number)"
  #endif
}
