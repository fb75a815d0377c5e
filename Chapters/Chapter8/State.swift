import OpenCombineShim

/// Holds a model, and lets others see nothing but its values.
///
/// It is for one thread: neither the model nor the lazy property is locked.
final class State {
  @Published private var model = Model()

  /// The values that are still to come; a subscriber is not sent the present one.
  private(set) lazy var valuePublisher: AnyPublisher<Int, Never> =
    $model
    .dropFirst()
    .map(\.value)
    .eraseToAnyPublisher()

  private var generator: any RandomNumberGenerator

  /// Creates a state whose value is 0.
  ///
  /// - Parameter generator: Where the next values come from.
  init(generator: some RandomNumberGenerator = SystemRandomNumberGenerator()) {
    self.generator = generator
  }

  /// The present value.
  var value: Int { model.value }

  /// Goes on to the next value.
  func next() {
    model = model.next(using: &generator)
  }
}
