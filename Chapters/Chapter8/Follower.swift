import OpenCombineShim
import Playground

/// Follows texts by `assign(to:on:)`, and logs when it is released.
final class Follower {
  private var text = ""
  private var subscription: AnyCancellable?
  private let stage: Stage

  init(_ texts: some Publisher<String, Never>, on stage: Stage) {
    self.stage = stage
    subscription = texts.assign(to: \.text, on: self)
  }

  deinit { stage.log("the follower is released, and has \(text)") }
}
