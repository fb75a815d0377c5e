import OpenCombineShim

extension Publisher {
  /// Sends each value together with the one before it.
  ///
  /// The first value makes no pair, so that fewer than two make none at all. For it one more value
  /// is asked for. A value that upstream drops for want of demand is missing in the pairs.
  public func pairwise()
    -> Publishers.CompactMap<
      Publishers.Scan<Self, (Output?, Output?)>, (Output, Output)
    >
  {
    scan((nil, nil)) { pair, value in (pair.1, value) }
      .compactMap { pair in
        if let previous = pair.0, let value = pair.1 { (previous, value) } else { nil }
      }
  }
}
