extension Rule {
  static let rule09 = Rule(
    9, applies: [.publisher],
    sentence: """
      Demand is never subtracted below zero.
      """,
    cause: """
      A source that fires without demand and runs `demand -= 1` anyway traps on OpenCombine.
      """,
    mend: """
      Subtract only after testing `demand > .none` under the same hold of the lock; otherwise drop
      or keep the value, as you document.
      """)
}
