import Foundation

/// Runs a table until it ends the program: drawn, if standard output is a terminal that can be drawn on.
func runTable(_ times: [TimeLeft]) -> Never {
  // A pipe that nobody reads any more is told by the writing.
  signal(SIGPIPE, SIG_IGN)
  let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"
  if isatty(STDOUT_FILENO) == 1, !isDumb { LiveTable.run(times) }
  PipedTable.run(times)
}
