extension Rule {
  static let rule31 = Rule(
    31, applies: [.publisher, .operator, .subject], reactiveStreams: ["1.3"],
    sentence: """
      Calls to one downstream never overlap across threads.
      """,
    cause: """
      Subscribers rely on this and have no lock for it.
      """,
    mend: """
      The emitting flag does it: one thread drains, the others add to the queue. An operator
      inherits this from a single upstream, unless it has a scheduler of its own.
      """)
}
