import Foundation

/// How much a check tries, and how long it waits.
public struct Effort: Sendable {
  /// How often each race is run.
  public var rounds = 1_000
  /// How many sequences of calls are generated.
  public var sequences = 200
  /// How many values wait at once, where a rule is about many: 32 at least, and 10,000 at most.
  public var values = 10_000
  /// Where the choices of races and sequences start.
  public var seed: UInt64 = 1
  /// Seconds of real time after which a check has hung.
  public var limit: TimeInterval = 10

  /// Creates the effort of a full check.
  public init() {}

  /// Creates such an effort with some changes.
  public init(_ change: (inout Effort) -> Void) { change(&self) }

  /// How the reason begins for which a rule is not exercised.
  static let whereMakingHangs = "making it did not return"

  /// Waits half as long from now on (at least 0.5 s), where a check hung: the next ones will, too.
  mutating func shorten(behind result: ContractReport.Result) {
    switch result {
    case .broken(let finding) where finding.isHang: break
    case .notExercised(let reason) where reason.hasPrefix(Self.whereMakingHangs): break
    default: return
    }
    limit = min(limit, max(0.5, limit / 2))
  }

  /// How often a race of a thing is run: less often where time passes by itself.
  func rounds(of thing: ThingUnderTest) -> Int {
    max(1, thing.isRealTime ? min(rounds, 5) : rounds)
  }
}
