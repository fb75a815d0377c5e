extension Rule {
  static let rule32 = Rule(
    32, applies: [.operator],
    sentence: """
      First subscribers that arrive on several threads at the same time connect once.
      """,
    cause: """
      If each sees that there is no connection and makes one, upstream runs twice.
      """,
    mend: """
      Set a `connecting` state under the lock, connect outside it, and then check whether
      everybody has left meanwhile.
      """)
}
