extension Rule {
  static let rule28 = Rule(
    28, applies: [.publisher, .operator, .subject, .subscriber], reactiveStreams: ["3.13"],
    sentence: """
      A delivered completion, or a cancel, releases the subscriber, its closures and its queue.
      """,
    cause: """
      Subscriber and subscription usually hold each other, so an end that clears neither leaks
      both.
      """,
    mend: """
      Move them to local variables under the lock and let those go after unlocking; a completion
      still behind queued values keeps them until it is delivered, and a documented replay buffer
      outlives them.
      """)
}
