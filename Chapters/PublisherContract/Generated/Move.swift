import OpenCombineShim

/// One step of a sequence that is played on a thing under test.
///
/// Its description is the Swift that makes it.
public enum Move: Hashable, Sendable {
  /// Subscribes a probe, which asks for so much when its subscription arrives. A name subscribes
  /// once.
  case subscribe(String, first: Subscribers.Demand)
  /// Asks for more, once there is a subscription.
  case request(String, Subscribers.Demand)
  /// Makes one more value, as far as there is demand.
  case produce
  /// Makes the end come, where that is possible.
  case finish
  /// Makes a failure come, where that is possible.
  case fail
  /// Cancels, once there is a subscription.
  case cancel(String)
  /// From now on: when a probe receives its so-manieth value, makes these moves inside the
  /// callback, and asks for so much by returning it.
  ///
  /// Inside a callback only operators and subjects produce, finish and fail: what is driven by a
  /// clock is not.
  case when(
    String, receives: Int, do: [Move] = [], returning: Subscribers.Demand = .none)
}

extension Move: CustomStringConvertible {
  public var description: String {
    switch self {
    case .subscribe(let name, let first): ".subscribe(\"\(name)\", first: \(swift(first)))"
    case .request(let name, let demand): ".request(\"\(name)\", \(swift(demand)))"
    case .produce: ".produce"
    case .finish: ".finish"
    case .fail: ".fail"
    case .cancel(let name): ".cancel(\"\(name)\")"
    case .when(let name, let count, let moves, let demand):
      ".when(\"\(name)\", receives: \(count)"
        + (moves.isEmpty ? "" : ", do: [\(moves.map(\.description).joined(separator: ", "))]")
        + (demand == .none ? "" : ", returning: \(swift(demand))") + ")"
    }
  }
}

/// A demand as Swift has it.
private func swift(_ demand: Subscribers.Demand) -> String {
  demand == .none ? ".none" : demand.max.map { ".max(\($0))" } ?? ".unlimited"
}

/// The Swift that plays a sequence once more on `thing`.
func reproduction(of moves: [Move]) -> String {
  """
  contractFinding(
    of: thing,
    playing: [
  \(moves.map { "    \($0),\n" }.joined())  ])
  """
}
