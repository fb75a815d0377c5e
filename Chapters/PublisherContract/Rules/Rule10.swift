extension Rule {
  static let rule10 = Rule(
    10, applies: [.publisher, .operator, .subscriber],
    sentence: """
      A request of `.none` is accepted silently and is never passed upstream.
      """,
    cause: """
      Some built-in publishers trap on it, and Reactive Streams 3.9 calls it an error.
      """,
    mend: """
      Return from `request(_:)` early when the demand is `.none`, and in a subscriber don't make
      the call at all.
      """)
}
