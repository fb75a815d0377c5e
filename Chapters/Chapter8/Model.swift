/// A number that changes by chance.
struct Model {
  var value = 0

  /// The model that comes after this one, with a value from 1 to 99.
  ///
  /// - Parameter generator: Where chance comes from; equal generators give equal values.
  func next(using generator: inout some RandomNumberGenerator) -> Model {
    // Int.random(in:using:) may give other values with another version of Swift.
    Model(value: 1 + Int(generator.next() % 99))
  }
}
