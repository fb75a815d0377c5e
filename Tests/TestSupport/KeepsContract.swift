import PublisherContract
import XCTest

/// Asserts that a thing breaks no rule of the publisher contract, and fails with the report.
public func assertKeepsContract(
  _ thing: ThingUnderTest, file: StaticString = #filePath, line: UInt = #line
) {
  let report = checkContract(of: thing)
  if !report.findings.isEmpty { XCTFail(report.text, file: file, line: line) }
}
