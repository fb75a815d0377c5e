extension Rule {
  static let rule39 = Rule(
    39, applies: [.operator],
    sentence: """
      Replay joins live values with no gap and no duplicate.
      """,
    cause: """
      If the buffer is copied first and the subscriber listed later, a value in between is lost;
      the other way round it comes twice.
      """,
    mend: """
      Do both in one hold of the publisher's lock, add live values to the buffer and the queues
      under that lock too, and drain only after `receive(subscription:)`.
      """)
}
