/// A thing that breaks one rule on purpose, by a mistake that somebody could make in good faith.
struct Mutant: Sendable {
  let name: String
  /// The rules that the same mistake breaks of necessity, and why.
  let alsoBreaks: [Int: String]
  /// Whether it is a data race alone, which only the thread sanitizer sees.
  let needsSanitizer: Bool
  let make: @Sendable () -> ThingUnderTest

  init(
    _ name: String, alsoBreaks: [Int: String] = [:], needsSanitizer: Bool = false,
    make: @escaping @Sendable () -> ThingUnderTest
  ) {
    self.name = name
    self.alsoBreaks = alsoBreaks
    self.needsSanitizer = needsSanitizer
    self.make = make
  }

  /// A publisher of numbers whose outlets make the mistake.
  static func publisher(
    _ name: String, _ outlet: Outlet.Type, alsoBreaks: [Int: String] = [:]
  ) -> Mutant {
    Mutant(name, alsoBreaks: alsoBreaks) {
      .publisher(name, .reference) { Numbers(to: 20, on: $0, outlet: { outlet.init($0) }) }
    }
  }

  /// A passing operator whose links make the mistake.
  static func `operator`(
    _ name: String, _ link: Link.Type, alsoBreaks: [Int: String] = [:]
  ) -> Mutant {
    Mutant(name, alsoBreaks: alsoBreaks) {
      .operator(name) { Passing(upstream: $0, makeLink: { link.init($0) }) }
    }
  }

  /// A subject whose outlets make the mistake.
  static func subject(
    _ name: String, _ outlet: Outlet.Type, alsoBreaks: [Int: String] = [:]
  ) -> Mutant {
    Mutant(name, alsoBreaks: alsoBreaks) {
      .subject(name) { Relay(outlet: { outlet.init($0) }) }
    }
  }

  /// A subscriber that makes the mistake.
  static func subscriber(
    _ name: String, _ collector: Collector.Type, alsoBreaks: [Int: String] = [:]
  ) -> Mutant {
    Mutant(name, alsoBreaks: alsoBreaks) {
      .subscriber(name) { log in
        let collector = collector.init(log: log)
        return (collector, collector.cancel)
      }
    }
  }
}

extension Facts {
  /// The facts of twenty numbers.
  static let reference = Facts { $0.end = 20 }

  /// The facts of the operator that shares its upstream.
  static let sharing = Facts {
    $0.isShared = true
    $0.upstreamDemand = .unlimited
  }

  /// The facts of the operator that replays two values.
  static let replaying = Facts {
    $0.isShared = true
    $0.upstreamDemand = .unlimited
    $0.replay = 2
  }
}

extension [Int: String] {
  /// Several rules that are broken for one reason.
  static func rules(_ numbers: [Int], because reason: String) -> [Int: String] {
    Dictionary(uniqueKeysWithValues: numbers.map { ($0, reason) })
  }
}
