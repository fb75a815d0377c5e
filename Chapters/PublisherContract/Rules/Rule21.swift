extension Rule {
  static let rule21 = Rule(
    21, applies: [.publisher, .operator, .subject], reactiveStreams: ["2.8", "3.12"],
    sentence: """
      After `cancel()` returns, the calling thread delivers nothing more, and any other thread at
      most what it had in flight.
      """,
    cause: """
      What another thread has already taken, a value or the completion, can't be called back.
      """,
    mend: """
      Clear demand and queue under the lock, and let an operator that has run a closure look at
      its state again: the closure may have cancelled.
      """)
}
