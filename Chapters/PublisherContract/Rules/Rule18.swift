extension Rule {
  static let rule18 = Rule(
    18, applies: [.publisher, .operator, .subject], reactiveStreams: ["1.7"],
    sentence: """
      Nothing follows the completion, neither from a re-entrant call nor from another thread.
      """,
    cause: """
      A thread that took a value just before the end can deliver it just after.
      """,
    mend: """
      Mark the end under the lock first, and let only the drain that holds the emitting flag
      deliver the completion.
      """)
}
