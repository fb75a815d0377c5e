/// Why a diagram can't be made or read.
public struct MarbleError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, and what would be right.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  init(offTick entry: Transcript.Entry, tick: VirtualTime.Stride, start: VirtualTime.Stride) {
    self.init(
      """
      "\(entry)" is off the tick: there is a cell every \(tick) from \(start), and none at \
      \(entry.time)
      """)
  }
}
