import Foundation

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
