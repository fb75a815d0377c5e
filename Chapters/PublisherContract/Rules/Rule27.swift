extension Rule {
  static let rule27 = Rule(
    27, applies: [.publisher, .operator, .subject, .subscriber], reactiveStreams: ["3.5"],
    sentence: """
      A cancel is safe against a concurrent cancel or request, and does not block.
      """,
    cause: """
      Unlocked state races, and `queue.sync` in `cancel()` waits for a value in progress or for
      itself.
      """,
    mend: """
      Hold the lock for a few assignments only. (One thing to avoid: OpenCombine's
      `AnyCancellable` itself may not be cancelled from two threads.)
      """)
}
