extension Rule {
  static let rule33 = Rule(
    33, applies: [.publisher, .operator, .subject, .subscriber],
    sentence: """
      No lock is held while calling a subscriber, an upstream or a `deinit`.
      """,
    cause: """
      A call back into the same `NSLock` hangs; a recursive lock hides that and still deadlocks
      with a second lock.
      """,
    mend: """
      Copy under the lock, unlock, then call; the same goes for closures and schedulers. An
      assignment that drops the last reference runs a `deinit`: take the old value out under the
      lock, and release it outside.
      """)
}
