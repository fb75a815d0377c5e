import Foundation
import Playground

/// Checks a publisher, operator, subject or subscriber against the publisher contract.
///
/// Each rule's check makes fresh things, on a thread of its own, in virtual time wherever a virtual
/// clock can drive them. A check that does not come back is a broken rule; its thread is left behind.
///
/// Behind these checks, generated sequences of calls are judged by a model of what is allowed.
///
/// A trap ends the process, so the whole check runs in another one: the program starts itself again
/// with some arguments, and has to come to this call again, with the same name and effort, which
/// no other call on the way may have.
///
/// - Parameters:
///   - thing: What to check.
///   - effort: How much to try.
///   - arguments: The arguments with which the program comes here again, or nil to check in this
///     process, where a trap can't be caught.
/// - Returns: A result for each rule. No rule is skipped without a reason.
public func checkContract(
  of thing: ThingUnderTest, effort: Effort = Effort(), startingAgainWith arguments: [String]?
) -> ContractReport {
  require(
    thing.facts.exemptions.keys.allSatisfy(Rule.all.map(\.number).contains),
    "Facts: an exemption needs the number of a rule")
  ChildCheck.run(ifNamed: thing, effort: effort)
  var report: ContractReport
  if ChildCheck.isChild {
    let reason = "this process checks something else"
    report = ContractReport(
      name: thing.name, kind: thing.kind, results: Rule.all.map { _ in .notExercised(reason) })
  } else if let arguments {
    report = ChildCheck(thing: thing, arguments: arguments, effort: effort).report()
  } else {
    var effort = effort
    let results = Rule.all.map { rule in
      let result = result(of: rule, on: thing, effort: effort)
      effort.shorten(behind: result)
      return result
    }
    let cases = GeneratedCases(thing: thing, effort: effort)
    let outcome = cases.outcome()
    let (all, complaint) = cases.results(of: results, adding: outcome) { ending in
      var search = EndingSearch(ending, in: cases)
      search.run()
      return search.shortest
    }
    report = ContractReport(
      name: thing.name, kind: thing.kind, results: all, generated: cases.line(of: outcome),
      badEnding: complaint)
  }
  report.isRealTime = thing.isRealTime
  report.races = "races: \(effort.rounds(of: thing)) rounds each from seed \(effort.seed)"
  return report
}

func result(
  of rule: Rule, on thing: ThingUnderTest, effort: Effort, journal: Journal? = nil
) -> ContractReport.Result {
  guard rule.applies.contains(thing.kind) else {
    return .notApplicable("it says nothing about \(thing.kind.rawValue)s")
  }
  if let reason = thing.facts.exemptions[rule.number] { return .exempt(reason) }
  if rule.mayTrap != nil, journal == nil {
    return .notExercised("it may trap, and is checked in a process of its own only")
  }
  let trial = Trial(thing, effort: effort, journal: journal)
  let times = thing.isRealTime ? 3 : 1
  let verdict = verdict(on: trial) { run(rule.check, $0, times: times) }
  if trial.isEndless(verdict) {
    return .notExercised("values come without end where everything is asked for")
  }
  switch verdict ?? hang(in: trial, effort.limit) {
  case .held: return .held
  case .notApplicable(let reason): return .notApplicable(reason)
  case .notExercised(let reason): return .notExercised(reason)
  case .broken(let breach):
    return .broken(
      Finding(
        rule: rule, expected: breach.expected, seen: breach.seen, history: breach.history.lines,
        offendingLine: breach.line,
        isConsequence: verdict == nil
          && (trial.isStuckAtStart
            ? rule.number != 33 : rule.mayHang?.isLast(of: breach.history.lines) != true),
        isHang: verdict == nil))
  }
}

/// Runs a check until the rule holds, so many times at most: in real time a machine can be late.
private func run(_ check: Check, _ trial: Trial, times: Int) -> Verdict {
  let verdict = check(trial)
  guard times > 1 else { return verdict }
  switch verdict {
  case .held, .notApplicable: return verdict
  case .broken, .notExercised: return run(check, trial, times: times - 1)
  }
}

/// Runs a check on a thread of its own, and gives up when a scene takes too long.
private func verdict(on trial: Trial, _ check: @escaping Check) -> Verdict? {
  let outcome = Guarded<Verdict?>(nil)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let verdict = check(trial)
    outcome.change { $0 = verdict }
    done.signal()
  }
  thread.stackSize = 16 << 20
  thread.start()
  var progress = 0
  var looksWithoutProgress = 0
  while looksWithoutProgress < 10 {
    let isDone = done.wait(timeout: .now() + trial.effort.limit / 10) == .success
    if isDone { return outcome.value }
    looksWithoutProgress = trial.progress > progress ? 0 : looksWithoutProgress + 1
    progress = trial.progress
  }
  trial.giveUp()
  return nil
}

private func hang(in trial: Trial, _ limit: TimeInterval) -> Verdict {
  guard let history = trial.latestHistory else {
    return .notExercised("\(Effort.whereMakingHangs) within \(limit) s")
  }
  return .broken(
    Breach(
      expected: "every call returns",
      seen: "the last call of this history did not return within \(limit) s",
      history: history, line: history.lines.indices.last))
}
