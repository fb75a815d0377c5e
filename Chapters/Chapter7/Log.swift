import OpenCombineShim

extension Publisher {
  /// Tells each value and the end to a closure, before they go on. Demand goes up unchanged.
  ///
  /// - Parameters:
  ///   - name: What each line begins with.
  ///   - write: Takes a line, on the thread on which the value comes.
  public func log(
    _ name: String, to write: @escaping (String) -> Void
  ) -> Publishers.HandleEvents<Self> {
    handleEvents(
      receiveOutput: { write("\(name): \($0)") }, receiveCompletion: { write("\(name): \($0)") })
  }
}
