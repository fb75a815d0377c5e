import Foundation

/// How a process ended, and what it wrote to its standard error.
struct ChildEnding {
  /// The number of the signal where one ended it, else its exit status.
  let status: Int32
  let wasSignalled: Bool
  let error: String

  /// Whether it was ended at its limit.
  var wasKilled: Bool { wasSignalled && status == SIGKILL }

  /// How a call ended that was under way.
  var ofACall: String {
    if wasKilled { return "its process was killed, as it took too long" }
    guard wasSignalled else { return "the process ended with status \(status)" }
    let message = error.split(separator: "\n").last { line in
      Self.ofTraps.contains(where: line.contains)
    }
    return "it traps (\(message ?? reason))"
  }

  /// What stands in the messages of traps.
  private static let ofTraps = ["Fatal error", "Precondition failed", "Assertion failed"]

  /// What the signal tells where a trap tells nothing.
  private var reason: Substring {
    switch status {
    case SIGSEGV, SIGBUS: "at a bad address"
    case SIGILL, SIGTRAP: "without a message, as an overflow does"
    default: "with signal \(status)"
    }
  }

  /// What the thread sanitizer reports first, if it reports anything.
  var race: String? {
    let lines = error.split(separator: "\n")
    guard let start = lines.firstIndex(where: { $0.contains("WARNING: ThreadSanitizer") }) else {
      return nil
    }
    let summary = lines[start...].first { $0.hasPrefix("SUMMARY:") } ?? lines[start]
    let fault = lines[start].contains("data race") ? "a data race" : "a fault"
    return "the thread sanitizer reports \(fault) (\(summary))"
  }

  /// What is wrong with the end of a process that had told all it was to tell.
  var complaint: String? {
    let isOfRace = race != nil && !wasSignalled && status == Self.statusOfSanitizer
    guard wasSignalled || status != 0, !isOfRace else { return nil }
    let last = error.split(separator: "\n").last.map { " (\($0))" } ?? ""
    return "when all was checked, its process ended with \(wasSignalled ? "signal" : "status") "
      + "\(status)\(last)"
  }

  /// The status with which the thread sanitizer ends a program in which it found something.
  private static let statusOfSanitizer: Int32 = 66

  /// The results with a data race as a breach of rule 27, unless something else is known of that.
  func addingRace(to results: [ContractReport.Result]) -> [ContractReport.Result] {
    guard let race else { return results }
    return zip(Rule.all, results).map { rule, result in
      guard rule.number == 27 else { return result }
      switch result {
      case .broken, .exempt, .notApplicable: return result
      case .held, .notExercised:
        return .broken(
          Finding(
            rule: rule, expected: "nothing that the thread sanitizer reports", seen: race,
            history: [], offendingLine: nil,
            isConsequence: false))
      }
    }
  }
}
