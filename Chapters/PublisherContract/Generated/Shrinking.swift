import OpenCombineShim

/// A shorter sequence that still shows the same: no move can be left out of it, not even by changing
/// another one, and none can be made simpler.
///
/// - Parameters:
///   - moves: What shows it.
///   - shows: Whether a sequence shows it; called about n² times for n moves, each time it gets
///     simpler.
func shrunk(_ moves: [Move], while shows: ([Move]) -> Bool) -> [Move] {
  let steps = [muchShorter, shorter, flattened, simplified, shorterAndChanged]
  var best = moves
  var step = 0
  while step < steps.count {
    if let simpler = steps[step](best).first(where: shows) {
      (best, step) = (simpler, 0)
    } else {
      step += 1
    }
  }
  return best
}

/// The sequences without a half or a quarter of the moves, where that is more than one.
private func muchShorter(_ moves: [Move]) -> [[Move]] {
  [2, 4].flatMap { parts -> [[Move]] in
    let size = moves.count / parts
    guard size > 1 else { return [] }
    return (1...parts).map { moves.dropLast($0 * size) + moves.suffix(($0 - 1) * size) }
  }
}

/// The sequences without one of the moves.
private func shorter(_ moves: [Move]) -> [[Move]] {
  moves.indices.reversed().map { index in
    var rest = moves
    rest.remove(at: index)
    return rest
  }
}

/// The sequences that do what was to be done inside a callback outside of it, at some place.
private func flattened(_ moves: [Move]) -> [[Move]] {
  moves.indices.flatMap { index -> [[Move]] in
    guard case .when(_, _, let nested, _) = moves[index] else { return [] }
    var rest = moves
    rest.remove(at: index)
    return (0...rest.count).map { rest[..<$0] + nested + rest[$0...] }
  }
}

/// The sequences with one of the moves a little simpler.
private func simplified(_ moves: [Move]) -> [[Move]] {
  changed(moves, into: \.simpler)
}

/// The sequences without one of the moves and with another one changed, or without that too.
private func shorterAndChanged(_ moves: [Move]) -> [[Move]] {
  shorter(moves).flatMap { shorter($0) + changed($0, into: \.variants) }
}

private func changed(_ moves: [Move], into others: (Move) -> [Move]) -> [[Move]] {
  moves.indices.flatMap { index in
    others(moves[index]).map { move in
      var changed = moves
      changed[index] = move
      return changed
    }
  }
}

extension Move {
  /// The moves that are a little simpler than this one.
  fileprivate var simpler: [Move] {
    switch self {
    case .subscribe(let name, let first): first.simpler.map { .subscribe(name, first: $0) }
    case .request(let name, let demand):
      demand.simpler.filter { $0 > .none }.map { .request(name, $0) }
    case .when(let name, let count, let moves, let demand):
      (shorter(moves) + simplified(moves)).map {
        .when(name, receives: count, do: $0, returning: demand)
      }
        + demand.simpler.map { .when(name, receives: count, do: moves, returning: $0) }
        + (1..<max(count, 1)).map { .when(name, receives: $0, do: moves, returning: demand) }
    case .fail: [.finish]
    case .produce, .finish, .cancel: []
    }
  }

  /// The moves that could do the work of this one and of another one.
  fileprivate var variants: [Move] {
    switch self {
    case .subscribe(let name, _): simpler + [.subscribe(name, first: .unlimited)]
    case .request(let name, _): simpler + [.request(name, .unlimited)]
    default: simpler
    }
  }
}

extension Subscribers.Demand {
  /// The demands that are simpler than this one, the simplest first.
  fileprivate var simpler: [Subscribers.Demand] {
    [.none, .max(1), .max(2)].filter { $0 < self }
  }
}
