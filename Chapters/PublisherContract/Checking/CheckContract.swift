import Foundation

/// Checks a publisher, operator, subject or subscriber against the publisher contract.
///
/// Each rule's check makes fresh things, in virtual time, on a thread of its own. A check that does
/// not come back is a broken rule; its thread is left behind.
///
/// - Parameters:
///   - thing: What to check.
///   - limit: Seconds of real time after which a check has hung.
/// - Returns: A result for each rule. No rule is skipped without a reason.
public func checkContract(of thing: ThingUnderTest, limit: TimeInterval = 10) -> ContractReport {
  ContractReport(
    name: thing.name, kind: thing.kind,
    results: Rule.all.map { rule in result(of: rule, on: thing, limit: limit) })
}

private func result(
  of rule: Rule, on thing: ThingUnderTest, limit: TimeInterval
) -> ContractReport.Result {
  guard rule.applies.contains(thing.kind) else {
    return .notApplicable("it says nothing about a \(thing.kind.rawValue)")
  }
  if let reason = thing.facts.exemptions[rule.number] { return .exempt(reason) }
  guard let check = rule.check else { return .notChecked }
  let trial = Trial(thing)
  switch verdict(within: limit, { check(trial) }) ?? hang(in: trial, limit) {
  case .held: return .held
  case .notApplicable(let reason): return .notApplicable(reason)
  case .notExercised(let reason): return .notExercised(reason)
  case .broken(let breach):
    return .broken(
      Finding(
        rule: rule, expected: breach.expected, seen: breach.seen, history: breach.history.lines,
        offendingLine: breach.line))
  }
}

/// Runs a check on a thread of its own, and gives up waiting after a while.
private func verdict(
  within limit: TimeInterval, _ check: @escaping @Sendable () -> Verdict
) -> Verdict? {
  let box = VerdictBox()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    box.verdict = check()
    done.signal()
  }
  thread.stackSize = 16 << 20
  thread.start()
  return done.wait(timeout: .now() + limit) == .success ? box.verdict : nil
}

/// Written by one thread, and read by another after a semaphore.
private final class VerdictBox: @unchecked Sendable {
  var verdict: Verdict?
}

private func hang(in trial: Trial, _ limit: TimeInterval) -> Verdict {
  guard let history = trial.latestHistory else {
    return .notExercised("making it did not return within \(limit) s")
  }
  return .broken(
    Breach(
      expected: "every call returns",
      seen: "the last call of this history did not return within \(limit) s",
      history: history, line: history.lines.indices.last))
}
