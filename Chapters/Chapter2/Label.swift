import Playground

/// A label as in a user interface, which logs what it shows.
final class Label {
  var text = "" {
    didSet { stage.log("\(name) shows \(text)") }
  }
  private let name: String
  private let stage: Stage

  init(_ name: String = "the label", on stage: Stage) {
    self.name = name
    self.stage = stage
  }
}
