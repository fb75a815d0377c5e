import Foundation

/// The check of a thing in a process of its own, so that a trap there is a broken rule here.
///
/// The program starts itself again, with the thing's name and the effort in its environment. The child
/// runs until it comes to the check of that name with that effort, does it, writes what it finds to a
/// file, and exits. After a trap another child goes on with the next rule, or with the next generated
/// sequence.
struct ChildCheck {
  private static let nameKey = "PUBLISHER_CONTRACT_THING"
  private static let effortKey = "PUBLISHER_CONTRACT_EFFORT"
  private static let ruleKey = "PUBLISHER_CONTRACT_FIRST_RULE"
  private static let sequenceKey = "PUBLISHER_CONTRACT_FIRST_SEQUENCE"
  private static let fileKey = "PUBLISHER_CONTRACT_JOURNAL"

  /// Whether this process is such a child.
  static var isChild: Bool { ProcessInfo.processInfo.environment[nameKey] != nil }

  /// In the child: checks the thing if it is the one, and exits.
  static func run(ifNamed thing: ThingUnderTest, effort: Effort) {
    let environment = ProcessInfo.processInfo.environment
    guard environment[nameKey] == thing.name, environment[effortKey] == "\(effort)",
      let path = environment[fileKey],
      let firstRule = environment[ruleKey].flatMap({ Int($0) }),
      let firstSequence = environment[sequenceKey].flatMap({ Int($0) }),
      let journal = try? Journal(URL(fileURLWithPath: path))
    else { return }
    var effort = effort
    for rule in Rule.all where rule.number >= firstRule {
      journal.write(.rule(rule.number))
      let result = result(of: rule, on: thing, effort: effort, journal: journal)
      journal.write(.init(result))
      effort.shorten(behind: result)
    }
    _ = GeneratedCases(thing: thing, effort: effort).outcome(from: firstSequence, journal: journal)
    journal.write(.over)
    exit(0)
  }

  let thing: ThingUnderTest
  /// The arguments with which the program comes to this check again.
  let arguments: [String]
  let effort: Effort

  /// In the parent: what the children find.
  func report() -> ContractReport {
    var progress = ChildProgress(GeneratedCases(thing: thing, effort: effort))
    while !progress.isOver {
      do {
        let (reading, ending) = try runChild(behind: progress)
        progress.add(reading, ending)
      } catch {
        progress.giveUp("its process can't be run: \(error)")
      }
    }
    return progress.report
  }

  /// Runs a child to its end, and reads what it told.
  private func runChild(behind progress: ChildProgress) throws -> (ChildReading, ChildEnding) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("contract-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let journal = folder.appendingPathComponent("journal")
    let error = folder.appendingPathComponent("error")
    for file in [journal, error] { try Data().write(to: file) }

    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_BACKTRACE": "enable=no", Self.nameKey: thing.name,
      Self.effortKey: "\(effort)", Self.ruleKey: "\(progress.nextRule)",
      Self.sequenceKey: "\(progress.nextSequence)",
      Self.fileKey: journal.path,
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    let pid = process.processIdentifier
    let killer = DispatchWorkItem { kill(pid, SIGKILL) }
    let most = 30 + 40 * effort.limit  // it ends a check that hangs itself
    DispatchQueue.global().asyncAfter(deadline: .now() + most, execute: killer)
    process.waitUntilExit()
    killer.cancel()
    let ending = ChildEnding(
      status: process.terminationStatus,
      wasSignalled: process.terminationReason == .uncaughtSignal,
      error: String(decoding: try Data(contentsOf: error), as: UTF8.self))
    return (ChildReading(try Journal.entries(of: journal)), ending)
  }
}
