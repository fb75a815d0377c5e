import PublisherContract

extension Effort {
  /// A check that soon takes a call for hung, of things that hang on purpose.
  static let short = Effort { $0.limit = 2 }
}
