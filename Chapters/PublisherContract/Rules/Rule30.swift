extension Rule {
  static let rule30 = Rule(
    30, applies: [.operator],
    sentence: """
      A shared publisher disconnects when its last subscriber cancels, and not before.
      """,
    cause: """
      Disconnecting too early starves the siblings; not disconnecting leaves a timer that runs for
      nobody.
      """,
    mend: """
      Remove the member and test for an empty set under one hold of the lock, then cancel outside
      it.
      """)
}
