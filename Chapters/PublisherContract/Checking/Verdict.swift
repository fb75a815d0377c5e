/// How a rule is checked.
typealias Check = @Sendable (Trial) -> Verdict

/// What a check found.
enum Verdict {
  case held
  case broken(Breach)
  /// The rule says nothing about this thing, for a reason.
  case notApplicable(String)
  /// The check could not bring about what the rule speaks of, for a reason.
  case notExercised(String)
}

/// A rule that was broken: where, and in which history.
struct Breach {
  let expected: String
  let seen: String
  let history: History
  /// The offending line, or nil where something is missing at the end.
  let line: Int?
}
