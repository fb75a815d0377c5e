import OpenCombineShim
import Playground

/// Follows texts by `assign(to: &$text)`, and logs when it is released.
final class Republisher {
  @Published private var text = ""
  private let stage: Stage

  init(_ texts: some Publisher<String, Never>, on stage: Stage) {
    self.stage = stage
    texts.assign(to: &$text)
  }

  deinit { stage.log("the republisher is released, and has \(text)") }
}
