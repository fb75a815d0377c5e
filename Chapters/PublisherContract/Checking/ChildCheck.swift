import Foundation

/// The check of a thing in a process of its own, so that a trap there is a broken rule here.
///
/// The program starts itself again, with the thing's name in its environment. The child runs until
/// it comes to the check of that name, does it, writes what it finds to a file, and exits. After a
/// trap another child goes on with the next rule.
struct ChildCheck {
  private static let nameKey = "PUBLISHER_CONTRACT_THING"
  private static let ruleKey = "PUBLISHER_CONTRACT_FIRST_RULE"
  private static let fileKey = "PUBLISHER_CONTRACT_JOURNAL"

  /// Whether this process is such a child.
  static var isChild: Bool { ProcessInfo.processInfo.environment[nameKey] != nil }

  /// In the child: checks the thing if it is the one, and exits.
  static func run(ifNamed thing: ThingUnderTest, effort: Effort) {
    let environment = ProcessInfo.processInfo.environment
    guard environment[nameKey] == thing.name, let path = environment[fileKey],
      let first = environment[ruleKey].flatMap({ Int($0) }),
      let journal = try? Journal(URL(fileURLWithPath: path))
    else { return }
    for rule in Rule.all where rule.number >= first {
      journal.write(.rule(rule.number))
      journal.write(.init(result(of: rule, on: thing, effort: effort, journal: journal)))
    }
    exit(0)
  }

  let thing: ThingUnderTest
  /// The arguments with which the program comes to this check again.
  let arguments: [String]
  let effort: Effort

  /// In the parent: the results of all rules.
  func results() -> [ContractReport.Result] {
    var results: [ContractReport.Result] = []
    while results.count < Rule.all.count {
      let before = results.count
      do {
        results += try resultsOfOneChild(from: before)
      } catch {
        let reason = "its process can't be run: \(error)"
        return results + Rule.all.dropFirst(before).map { _ in .notExercised(reason) }
      }
      if results.count == before {
        let reason = "its process did not come to the check of \(thing.name)"
        return results + Rule.all.dropFirst(before).map { _ in .notExercised(reason) }
      }
    }
    return results
  }

  private func resultsOfOneChild(from index: Int) throws -> [ContractReport.Result] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("contract-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let journal = folder.appendingPathComponent("journal")
    let output = folder.appendingPathComponent("output")
    for file in [journal, output] { try Data().write(to: file) }
    let ending = try runChild(firstRule: Rule.all[index].number, journal: journal, output: output)

    var results: [ContractReport.Result] = []
    var open: Rule?
    var lines: [History.Line] = []
    for entry in try Journal.entries(of: journal) {
      switch entry {
      case .rule(let number): open = Rule.all.first { $0.number == number }
      case .scene: lines = []
      case .line(let line): lines.append(line.line)
      default:
        if let rule = open, let result = entry.result(of: rule) { results.append(result) }
        open = nil
      }
    }
    if let rule = open {
      results.append(
        .broken(
          Finding(
            rule: rule, expected: "every call returns", seen: ending, history: lines,
            offendingLine: lines.indices.last, isConsequence: !rule.mayTrap)))
    }
    return results
  }

  /// Runs a child to its end, and says how it ended.
  private func runChild(firstRule: Int, journal: URL, output: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_BACKTRACE": "enable=no", Self.nameKey: thing.name, Self.ruleKey: "\(firstRule)",
      Self.fileKey: journal.path,
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: output)
    try process.run()
    let pid = process.processIdentifier
    let killer = DispatchWorkItem { kill(pid, SIGKILL) }
    let most = 30 + 40 * effort.limit  // it ends a check that hangs itself
    DispatchQueue.global().asyncAfter(deadline: .now() + most, execute: killer)
    process.waitUntilExit()
    killer.cancel()
    guard process.terminationReason == .uncaughtSignal else {
      return "the process ended with status \(process.terminationStatus)"
    }
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    let message = text.split(separator: "\n").last { $0.contains("Fatal error") }
    return "it traps" + (message.map { " (\($0))" } ?? "")
  }
}
