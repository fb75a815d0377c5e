/// How a thing can be made to end.
enum Ending: CaseIterable {
  case finish, failure
  /// One that an operator makes by itself when it has enough.
  case ofItsOwn
}

extension Trial {
  /// The ends to look at: a publisher has one that comes by itself, and the others may have several.
  var endings: [Ending] { thing.kind == .publisher ? [.finish] : Ending.allCases }
}

extension Scene {
  /// Makes the end come, where that is possible.
  func end(by ending: Ending, of probe: Probe?) {
    switch ending {
    case .finish: finish()
    case .failure: fail()
    case .ofItsOwn: produce(until: { probe?.isComplete ?? upstream.hasEnded })
    }
  }
}
