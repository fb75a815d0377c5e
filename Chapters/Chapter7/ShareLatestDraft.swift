import OpenCombineShim

extension Publisher {
  /// An attempt to share upstream and replay its latest value with built-in operators alone, kept
  /// for its mistakes. Not to be copied.
  func shareLatestDraft() -> some Publisher<Output, Failure> {
    map(Optional.some)
      .multicast(subject: CurrentValueSubject(nil))  // nil: there is no latest value yet
      .autoconnect()
      .unwrap()
  }
}
