import Foundation

/// A terminal that is drawn on: it is set up for that, and put back as it was.
///
/// Not safe from several threads at once.
final class Screen {
  private let rescue = Rescue(input: STDIN_FILENO, output: STDOUT_FILENO)
  private var drawn: [String] = []

  /// How large it is; where it does not say, as large as terminals once were.
  var size: TerminalSize {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    guard isKnown, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Turns to the alternate screen, on which nothing is written but what is drawn, and takes keys one by
  /// one. Control-C and its like still send their signals; Control-S stops nothing.
  ///
  /// Done once more, it mends what another program has changed meanwhile.
  func setUp() {
    let turn = rescue.isArmed ? "" : "\u{1B}[?1049h"
    rescue.arm()
    if var modes = rescue.modes {
      modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
      modes.c_iflag &= ~tcflag_t(IXON)
      withUnsafeMutableBytes(of: &modes.c_cc) {
        $0[Int(VMIN)] = 1
        $0[Int(VTIME)] = 0
      }
      tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    }
    _ = write("\(turn)\u{1B}[?25l\u{1B}[?7l")
    forget()
  }

  /// Puts the terminal back as it was; does nothing where that is done.
  func restore() { rescue.restore() }

  /// Lets the next drawing be a whole one.
  func forget() { drawn = [] }

  /// Shows lines, in one piece and without those that stand there already.
  ///
  /// Does nothing where the terminal is not set up, also because a crash is restoring it.
  ///
  /// - Returns: Whether the terminal took them.
  func draw(_ lines: [String]) -> Bool {
    guard rescue.isArmed, lines != drawn else { return true }
    let isWhole = drawn.count != lines.count
    var text = isWhole ? "\u{1B}[2J" : ""
    for (index, line) in lines.enumerated() where isWhole || line != drawn[index] {
      // Cleared first: behind a line that fills the last column, that would take its last character.
      text += "\u{1B}[\(index + 1);1H\u{1B}[K\(line)"
    }
    drawn = lines
    // The two marks around it make terminals that know them show all of it at once.
    return write("\u{1B}[?2026h\(text)\u{1B}[?2026l")
  }

  private func write(_ text: String) -> Bool { writeAll(text, to: STDOUT_FILENO) }
}
