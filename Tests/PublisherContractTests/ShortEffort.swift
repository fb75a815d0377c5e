import PublisherContract

extension Effort {
  /// A check that soon takes a call for hung, of things that hang on purpose.
  static let short = Effort { $0.limit = 2 }

  /// A check that races little, and of few values.
  static let quick = Effort { ($0.rounds, $0.values) = (20, 100) }
}
