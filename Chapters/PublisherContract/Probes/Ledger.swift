import OpenCombineShim

/// The demand that a subscriber has granted, less the values it has received.
struct Ledger: Equatable {
  /// What is owed; negative where more came than was asked for, nil where demand is unlimited.
  private(set) var owed: Int? = 0

  mutating func grant(_ demand: Subscribers.Demand) {
    let sum = owed.flatMap { owed in demand.max.map { owed.addingReportingOverflow($0) } }
    owed = sum.flatMap { $0.overflow ? nil : $0.partialValue }
  }

  mutating func receive() {
    if let owed { self.owed = owed - 1 }
  }

  /// What is owed, in a word.
  var amount: String { owed.map(String.init) ?? "unlimited" }

  /// What is owed, as a line of a history has it.
  var text: String { "(owed \(amount))" }
}

/// Demand as a line of a history has it: `+1`, `unlimited`.
func text(of demand: Subscribers.Demand) -> String {
  demand.max.map { "+\($0)" } ?? "unlimited"
}
