import Foundation

/// The check of a thing in a process of its own, so that a trap there is a broken rule here.
///
/// The program starts itself again, with the thing's name and kind and the effort in its environment. The
/// child runs until it comes to the check of those, does it, writes what it finds to a
/// file, and exits. After a trap another child goes on with the next rule, with the next generated
/// sequence, or with the search for a shorter one that traps.
struct ChildCheck {
  private static let nameKey = "PUBLISHER_CONTRACT_THING"
  private static let effortKey = "PUBLISHER_CONTRACT_EFFORT"
  private static let ruleKey = "PUBLISHER_CONTRACT_FIRST_RULE"
  private static let sequenceKey = "PUBLISHER_CONTRACT_FIRST_SEQUENCE"
  private static let endingKey = "PUBLISHER_CONTRACT_ENDING"
  private static let answersKey = "PUBLISHER_CONTRACT_ANSWERS"
  private static let fileKey = "PUBLISHER_CONTRACT_JOURNAL"

  /// Whether this process is such a child.
  static var isChild: Bool { ProcessInfo.processInfo.environment[nameKey] != nil }

  /// In the child: checks the thing if it is the one, and exits.
  static func run(ifNamed thing: ThingUnderTest, effort: Effort) {
    let environment = ProcessInfo.processInfo.environment
    guard environment[nameKey] == key(of: thing), environment[effortKey] == "\(effort)",
      let path = environment[fileKey],
      let sequence = environment[sequenceKey].flatMap({ Int($0) }),
      let journal = try? Journal(URL(fileURLWithPath: path))
    else { return }
    try? FileManager.default.removeItem(atPath: path)  // open files stay until they are closed
    endWithParent()
    if let answers = environment[answersKey] {
      let traps = environment[endingKey] == "trap"
      let cases = GeneratedCases(thing: thing, effort: effort)
      var search = EndingSearch(
        .init(sequence: sequence, traps: traps, seen: "", history: []), in: cases,
        behind: answers.map { $0 == "1" })
      search.run(journal: journal)
    } else if let rule = environment[ruleKey].flatMap({ Int($0) }) {
      check(thing, from: rule, from: sequence, effort, journal)
    }
    journal.write(.over)
    exit(0)
  }

  /// What tells one thing from another in a program.
  private static func key(of thing: ThingUnderTest) -> String {
    "\(thing.name), \(thing.kind.rawValue)\(thing.isRealTime ? " in real time" : "")"
  }

  /// Ends this process when its parent has ended, which holds the other end of the standard input.
  private static func endWithParent() {
    Thread.detachNewThread {
      _ = try? FileHandle.standardInput.readToEnd()
      _exit(1)
    }
  }

  private static func check(
    _ thing: ThingUnderTest, from firstRule: Int, from firstSequence: Int, _ effort: Effort,
    _ journal: Journal
  ) {
    var effort = effort
    for rule in Rule.all where rule.number >= firstRule {
      journal.write(.rule(rule.number))
      let result = result(of: rule, on: thing, effort: effort, journal: journal)
      journal.write(.init(result))
      effort.shorten(behind: result)
    }
    _ = GeneratedCases(thing: thing, effort: effort).outcome(from: firstSequence, journal: journal)
  }

  let thing: ThingUnderTest
  /// The arguments with which the program comes to this check again.
  let arguments: [String]
  let effort: Effort

  /// In the parent: what the children find.
  func report() -> ContractReport {
    let cases = GeneratedCases(thing: thing, effort: effort)
    var progress = ChildProgress(cases) { shortest($0, in: cases) }
    while !progress.isOver {
      do {
        let (reading, ending) = try runChild([
          Self.ruleKey: "\(progress.nextRule)", Self.sequenceKey: "\(progress.nextSequence)",
        ])
        progress.add(reading, ending)
      } catch {
        progress.giveUp("its process can't be run: \(error)")
      }
    }
    return progress.report
  }

  /// Looks for a shortest sequence that ends like another one, as long as children can be run.
  private func shortest(
    _ ending: GeneratedCases.Outcome.Ending, in cases: GeneratedCases
  ) -> GeneratedCases.Outcome.Ending {
    var search = EndingSearch(ending, in: cases)
    while !search.isEnough,
      let (reading, ending) = try? runChild([
        Self.sequenceKey: "\(ending.sequence)", Self.endingKey: ending.traps ? "trap" : "hang",
        Self.answersKey: search.answers.map { $0 ? "1" : "0" }.joined(),
      ])
    {
      search.add(reading, ending)
    }
    return search.shortest
  }

  /// Runs a child to its end, and reads what it told.
  private func runChild(_ task: [String: String]) throws -> (ChildReading, ChildEnding) {
    let journal = try TemporaryFile()
    defer { journal.remove() }  // where the child did not come to it
    let error = try TemporaryFile()
    error.remove()
    let lifeline = Pipe()  // nothing is written to it; it closes when this process ends

    let process = Process()
    process.executableURL =
      Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      [
        "SWIFT_BACKTRACE": "enable=no", Self.nameKey: Self.key(of: thing),
        Self.effortKey: "\(effort)", Self.fileKey: journal.url.path,
      ].merging(task) { $1 }
    ) { $1 }
    process.standardInput = lifeline
    process.standardOutput = FileHandle.nullDevice
    process.standardError = error.writing
    try process.run()
    let pid = process.processIdentifier
    let killer = DispatchWorkItem { kill(pid, SIGKILL) }
    // It ends a check that hangs itself; one in real time takes 700 to 1,000 intervals.
    let most =
      30 + 40 * effort.limit + (thing.isRealTime ? 4_000 * thing.facts.interval.seconds : 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + most, execute: killer)
    withExtendedLifetime(lifeline) { process.waitUntilExit() }
    killer.cancel()
    let ending = ChildEnding(
      status: process.terminationStatus,
      wasSignalled: process.terminationReason == .uncaughtSignal,
      error: String(decoding: try error.contents(), as: UTF8.self))
    return (ChildReading(Journal.entries(of: try journal.contents())), ending)
  }
}

/// A file that is gone once it has been removed and all processes have closed it.
private struct TemporaryFile {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("contract-\(UUID().uuidString)")
  let writing: FileHandle
  private let reading: FileHandle

  init() throws {
    try Data().write(to: url)
    writing = try FileHandle(forWritingTo: url)
    reading = try FileHandle(forReadingFrom: url)
  }

  func contents() throws -> Data { try reading.readToEnd() ?? Data() }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
