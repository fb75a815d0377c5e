import OpenCombineShim

/// The link of a correct operator that ends by itself: three values pass, and then the finish.
///
/// The mutants make one honest mistake each in how they end.
class FirstThree: Link, @unchecked Sendable {
  private var count = 0  // guarded by the lock

  override func receive(_ value: Int) -> Subscribers.Demand {
    let count = lock.withLock {
      self.count += 1
      return self.count
    }
    guard count <= 3 else { return .none }
    let demand = super.receive(value)
    guard count == 3 else { return demand }
    finish()
    return .none
  }

  /// Ends both sides.
  func finish() {
    let (upstream, downstream) = end()
    upstream?.cancel()
    downstream?.receive(completion: .finished)
  }
}
