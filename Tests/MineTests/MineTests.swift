import TestSupport
import XCTest

/// The report that docs/Contract.md explains is what the program prints.
final class MineTests: XCTestCase {
  func testTheProgramPrintsItsReport() throws {
    let run = try ChildProcess.run(builtExecutable("Mine"), [])
    XCTAssertEqual(run.error, "")
    XCTAssertEqual(run.status, 0)
    try assertMatches(
      run.output, file: packageFolder.appendingPathComponent("Chapters/Mine/expected.log"))
  }
}
