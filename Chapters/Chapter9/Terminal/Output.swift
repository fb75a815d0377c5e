import Foundation
import Playground

/// Writes a text, all of it.
///
/// - Returns: Whether that could be done; `errno` says why not.
func writeAll(_ text: String, to file: Int32) -> Bool {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if errno == EAGAIN {
      var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      _ = poll(&waiting, 1, -1)
    } else if errno != EINTR {
      return false
    }
  }
  return true
}

/// Ends the program because it can't write: with 0 where nobody reads any more, and else with 1.
func endForLackOfOutput(_ reason: Int32) -> Never {
  if reason == EPIPE { exit(0) }
  let error = CommandError("can't write to standard output: \(String(cString: strerror(reason)))")
  _ = writeAll("Error: \(error)\n", to: STDERR_FILENO)
  exit(1)
}
