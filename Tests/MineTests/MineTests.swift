import PublisherContract
import TestSupport
import XCTest

@testable import Mine

/// The page's program and test on a publisher of one's own are these.
final class MineTests: XCTestCase {
  func testTheProgramPrintsItsReport() throws {
    let run = try ChildProcess.run(builtExecutable("Mine"), [])
    XCTAssertEqual(run.error, "")
    XCTAssertEqual(run.status, 0)
    try assertMatches(
      run.output, file: packageFolder.appendingPathComponent("Chapters/Mine/expected.log"))
  }
}
