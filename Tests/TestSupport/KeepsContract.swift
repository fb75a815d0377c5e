import Foundation
import PublisherContract
import XCTest

extension XCTestCase {
  /// Asserts that a thing breaks no rule of the publisher contract and that its process ends well,
  /// and fails with the report.
  ///
  /// - Parameter thing: What to check; no two of a test share a name.
  public func assertKeepsContract(
    _ thing: ThingUnderTest, file: StaticString = #filePath, line: UInt = #line
  ) {
    let report = contractReport(of: thing)
    let isKept = report.findings.isEmpty && report.badEnding == nil
    if !isKept { XCTFail(report.text, file: file, line: line) }
  }

  /// Checks a thing in a process of its own, which runs this test alone.
  ///
  /// - Parameters:
  ///   - thing: What to check; no two of a test share a name.
  ///   - effort: How much to try.
  public func contractReport(
    of thing: ThingUnderTest, effort: Effort = Effort()
  ) -> ContractReport {
    checkContract(of: thing, effort: effort, startingAgainWith: argumentsOfThisTest)
  }

  /// Checks several things, each in a process of its own, four at a time: things that hang on
  /// purpose mostly wait.
  ///
  /// - Parameters:
  ///   - things: Make what to check; no two of a test share a name.
  ///   - effort: How much to try.
  /// - Returns: Their reports, in the order of the things.
  public func contractReports(
    of things: [@Sendable () -> ThingUnderTest], effort: Effort = Effort()
  ) -> [ContractReport] {
    let arguments = argumentsOfThisTest
    let reports = Locked([Int: ContractReport]())
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    for (index, make) in things.enumerated() {
      queue.addOperation {
        let report = checkContract(of: make(), effort: effort, startingAgainWith: arguments)
        reports.change { $0[index] = report }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    return things.indices.compactMap { reports.value[$0] }
  }

  /// The arguments with which the test program runs this test alone.
  var argumentsOfThisTest: [String] {
    let method = name.split(whereSeparator: { ". ]".contains($0) }).last.map(String.init) ?? ""
    let test = "\(String(reflecting: type(of: self)))/\(method)"
    #if os(macOS)
      return ["-XCTest", test, Bundle(for: type(of: self)).bundlePath]
    #else
      return [test]
    #endif
  }
}
