import Foundation

/// Prints a line so that it is seen at once, into a pipe too.
@Sendable public func printNow(_ line: String) {
  print(line)
  fflush(nil)
}
