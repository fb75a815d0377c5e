import OpenCombineShim

/// Stands between a state and a view: takes values and republishes them as text.
final class Link {
  @Published private(set) var contents: String?

  /// Creates a link that has no text until the first value comes.
  init(_ values: some Publisher<Int, Never>) {
    values.assignDescription(asOptionalTo: &$contents)
  }
}
