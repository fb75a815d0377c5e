import OpenCombineShim
import Playground

/// Random sequences of moves: the same ones for the same seed.
struct Sequences {
  let seed: UInt64
  /// Whether what is checked can be made to fail, and to produce inside a callback.
  let isDriven: Bool
  /// Whether it can be made to finish.
  let canFinish: Bool

  /// The sequence of a number, which depends on the seed and on no other sequence.
  subscript(number: Int) -> [Move] {
    var dice = Dice(seed: seed &+ UInt64(number) &* 0x1_0000_0001)
    var unused = ["a", "b", "c"][...]
    var moves = (0..<dice.roll(4)).map { _ in order(&dice) }
    for step in 0..<(6 + dice.roll(12)) {
      if step == 0 || dice.roll(5) == 0, let name = unused.popFirst() {
        moves.append(.subscribe(name, first: dice.demand(leastChoice: 0)))
      } else {
        moves.append(move(&dice))
      }
    }
    return moves
  }

  /// What to do inside a callback.
  private func order(_ dice: inout Dice) -> Move {
    let name = dice.name()
    let moves = (0..<dice.roll(3)).map { _ -> Move in
      switch dice.roll(6) {
      case 0: .subscribe("c", first: dice.demand(leastChoice: 0))
      case 1: .cancel(name)
      default: move(&dice)
      }
    }
    return .when(
      name, receives: 1 + dice.roll(3), do: moves,
      returning: dice.roll(2) == 0 ? .none : .max(1))
  }

  private func move(_ dice: inout Dice) -> Move {
    switch dice.roll(16) {
    case 0..<5: .request(dice.name(), dice.demand(leastChoice: 1))
    case 5..<7: .cancel(dice.name())
    case 7 where canFinish: .finish
    case 8 where isDriven && dice.roll(2) == 0: .fail
    default: .produce
    }
  }
}

/// What is left to chance.
private struct Dice {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A number from 0 on, less than another one.
  mutating func roll(_ sides: Int) -> Int { .random(in: 0..<sides, using: &random) }

  /// The name of a subscriber, the first one more often.
  mutating func name() -> String { ["a", "a", "b", "c"][roll(4)] }

  /// A demand. The first choice is none: a request leaves it out, which is left to rule 10.
  mutating func demand(leastChoice: Int) -> Subscribers.Demand {
    [.none, .max(1), .max(2), .unlimited, .unlimited][leastChoice + roll(5 - leastChoice)]
  }
}
