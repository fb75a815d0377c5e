/// How a thing can be made to end.
enum Ending: CaseIterable {
  case finish, failure
}

extension Trial {
  /// The ends to look at: a publisher has one that comes by itself, and the others may have several.
  var endings: [Ending] { thing.kind == .publisher ? [.finish] : Ending.allCases }
}

extension Scene {
  /// Makes the end come, where that is possible.
  func end(by ending: Ending) {
    switch ending {
    case .finish: finish()
    case .failure: fail()
    }
  }
}
