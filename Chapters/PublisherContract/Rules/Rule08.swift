extension Rule {
  static let rule08 = Rule(
    8, applies: [.publisher, .operator, .subject], reactiveStreams: ["3.17"],
    sentence: """
      Sums of demand stop at unlimited and never trap.
      """,
    cause: """
      `Subscribers.Demand` adds safely, but an `Int` counter traps when `.max(.max)` is requested
      twice, and `demand.max!` traps on unlimited.
      """,
    mend: """
      Keep the demand as a `Demand`.
      """)
}
