import OpenCombineShim

extension MarbleDiagram.Mark {
  init(_ event: Transcript.Event) {
    switch event {
    case .subscription: self = .subscription
    case .request(let demand, _): self = .request(demand)
    case .value(let value): self = .value(value)
    case .finished: self = .finished
    case .failure(let error): self = .failure(error)
    case .cancel: self = .cancel
    }
  }

  /// Whether time passes on the lane after it; nil where that stays as it was.
  var opens: Bool? {
    switch self {
    case .subscription: true
    case .finished, .failure, .cancel: false
    case .value, .request: nil
    }
  }

  var isRequest: Bool {
    if case .request = self { true } else { false }
  }

  /// The mark as it is drawn in a cell.
  var token: String {
    switch self {
    case .subscription: "^"
    case .value(let value): value.isPlainValue ? value : value.quoted
    case .finished: "|"
    case .failure(let text): text.isEmpty ? "#" : "#\(text.quoted)"
    case .cancel: "!"
    case .request(let demand): demand.max.map { "+\($0)" } ?? "+∞"
    }
  }
}

extension [MarbleDiagram.Mark] {
  /// What happens at one instant, as it is drawn in a cell.
  var token: String {
    count == 1 ? self[0].token : isEmpty ? "" : "(\(map(\.token).joined(separator: " ")))"
  }
}
