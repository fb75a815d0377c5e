import OpenCombineShim

extension Publisher {
  /// Sends what is in the optionals that arrive, and drops each nil.
  ///
  /// For a nil it asks upstream for one more value, so that nobody below waits for what was dropped.
  ///
  /// - Returns: The built-in operator under its own name. Whoever wants the name hidden can erase
  ///   it; what is erased here nobody could bring back.
  public func unwrap<Wrapped>() -> Publishers.CompactMap<Self, Wrapped>
  where Output == Wrapped? {
    compactMap { $0 }
  }
}
