import Foundation
import XCTest

extension XCTestCase {
  /// Asserts that a piece of work traps with a message.
  ///
  /// The work runs in a child process: the test program starts itself again with this test alone
  /// and an environment variable that holds the message.
  ///
  /// - Parameters:
  ///   - message: What standard error must contain; no two traps of a test share it.
  ///   - body: The work.
  public func assertTraps(
    _ message: String, file: StaticString = #filePath, line: UInt = #line, _ body: () -> Void
  ) throws {
    let key = "TRAP_WITH_MESSAGE"
    if let wanted = ProcessInfo.processInfo.environment[key] {
      guard wanted == message else { return }
      body()
      exit(0)  // it did not trap
    }
    let child = try ChildProcess.run(
      URL(fileURLWithPath: CommandLine.arguments[0]), argumentsOfThisTest,
      environment: [key: message])
    XCTAssert(child.wasSignalled, "did not trap:\n\(child.output)", file: file, line: line)
    XCTAssert(child.error.contains(message), child.error, file: file, line: line)
  }
}
