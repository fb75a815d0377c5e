import Foundation

/// A program that a test ran to its end.
public struct ChildProcess: Sendable {
  public let output: String
  public let error: String
  public let status: Int32
  /// Whether a signal ended it; `status` is then the signal's number.
  public let wasSignalled: Bool

  /// Runs a program and waits for it.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - arguments: Its arguments.
  ///   - environment: Variables beside those of this process.
  ///   - limit: Seconds after which it is killed.
  public static func run(
    _ executable: URL, _ arguments: [String] = [], environment: [String: String] = [:],
    limit: TimeInterval = 60
  ) throws -> ChildProcess {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .merging(environment) { $1 }
    // Files and not pipes, which a program can fill up and wait for.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("child-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["output", "error"].map(folder.appendingPathComponent)
    for file in files { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilItEnds(within: limit)
    return ChildProcess(
      output: try String(contentsOf: files[0], encoding: .utf8),
      error: try String(contentsOf: files[1], encoding: .utf8),
      status: process.terminationStatus,
      wasSignalled: process.terminationReason == .uncaughtSignal)
  }
}

extension Process {
  /// Waits for the end, and brings it about after a time.
  ///
  /// - Parameter limit: Seconds after which it is killed.
  public func waitUntilItEnds(within limit: TimeInterval) {
    let pid = processIdentifier
    let killer = DispatchWorkItem { kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: killer)
    waitUntilExit()
    killer.cancel()
  }
}

/// The package's folder.
public let packageFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A program of this package, built beside the tests.
public func builtExecutable(_ name: String) -> URL {
  let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
  #if os(macOS)
    return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent(name)
  #else
    return bundle.bundleURL.appendingPathComponent(name)
  #endif
}
