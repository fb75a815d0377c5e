import Foundation
import Playground

/// Reads a file on a thread of its own, which may have to wait there.
///
/// - Parameters:
///   - file: The file.
///   - queue: Where to hand on what is read, before more is.
///   - receive: Takes the bytes, and nil at the end.
func readBytes(
  from file: Int32, on queue: DispatchQueue, _ receive: @escaping @Sendable ([UInt8]?) -> Void
) {
  Thread.detachNewThread {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      // Whoever shares the file may have set it so that reading does not wait.
      var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      _ = poll(&waiting, 1, -1)
      let count = read(file, &buffer, buffer.count)
      if count > 0 {
        let bytes = Array(buffer[..<count])
        queue.sync { receive(bytes) }
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        return queue.sync { receive(nil) }
      }
    }
  }
}

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
