import OpenCombineShim
import Playground

/// A state that logs each time a publisher is built.
final class LazyState {
  @Published var value = 0

  /// Built when it is first read, and kept.
  private(set) lazy var kept = build("kept")

  /// Built each time it is read.
  var computed: AnyPublisher<Int, Never> { build("computed") }

  private let stage: Stage

  init(on stage: Stage) { self.stage = stage }

  private func build(_ name: String) -> AnyPublisher<Int, Never> {
    stage.log("the \(name) publisher is built")
    return $value.dropFirst().eraseToAnyPublisher()
  }
}
