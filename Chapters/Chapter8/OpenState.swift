import OpenCombineShim

/// A state whose publisher is not erased: its type says how it is made.
final class OpenState {
  @Published private var model = Model()

  private(set) lazy var valuePublisher:
    Publishers.MapKeyPath<Publishers.Drop<Published<Model>.Publisher>, Int> =
      $model
      .dropFirst()
      .map(\.value)

  /// The present value.
  var value: Int { model.value }
}
