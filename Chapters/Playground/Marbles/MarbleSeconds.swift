extension VirtualTime.Stride {
  /// Seconds, exact, in as few digits as it takes: `0.5`.
  var shortText: String {
    let text = description.dropLast()  // the s; there are three decimals or more
    let end = text.lastIndex { $0 != "0" } ?? text.startIndex
    return String(text[end] == "." ? text[..<end] : text[...end])
  }

  /// Reads seconds in the form of `shortText`, and in no other.
  init?(shortText: some StringProtocol) {
    let parts = shortText.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int64(parts[0]) else { return nil }
    let decimals = parts.count == 2 ? parts[1] : ""
    guard decimals.count <= 9,
      let fraction = Int64(String(decimals) + String(repeating: "0", count: 9 - decimals.count))
    else { return nil }
    let isNegative = shortText.hasPrefix("-")
    self = VirtualTime.Stride(exactly: whole) ?? 0
    self += VirtualTime.Stride(nanoseconds: isNegative ? -fraction : fraction)
    guard self.shortText == shortText else { return nil }
  }
}
