import Playground

/// A label whose text is optional, as in UIKit, and which logs what it shows.
final class Label {
  var text: String? {
    didSet { stage.log("the label shows \(text ?? "nothing")") }
  }
  private let stage: Stage

  init(on stage: Stage) { self.stage = stage }
}
