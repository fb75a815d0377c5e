import OpenCombineShim

extension Publisher where Output: CustomStringConvertible, Failure == Never {
  /// Assigns the description of each value to a published property that is an optional text.
  ///
  /// It ends when the property does; there is nothing to keep.
  ///
  /// - Parameter published: The property's publisher: `&$contents`.
  func assignDescription(asOptionalTo published: inout Published<String?>.Publisher) {
    map { Optional($0.description) }.assign(to: &published)
  }
}
