import Foundation
import PublisherContract
import XCTest

extension XCTestCase {
  /// Asserts that a thing keeps the publisher contract, and fails with the report.
  ///
  /// It fails where a rule is broken, exempt, or not exercised without a reason that is given here, and
  /// where the process that checked ended badly.
  ///
  /// - Parameters:
  ///   - thing: What to check; no two of a test share a name.
  ///   - notExercised: The rules that no check can bring about with this thing, each with the reason.
  public func assertKeepsContract(
    _ thing: ThingUnderTest, notExercised: [Int: String] = [:], file: StaticString = #filePath,
    line: UInt = #line
  ) {
    let report = contractReport(of: thing)
    if let complaint = complaint(about: report, notExercised: notExercised) {
      XCTFail(complaint, file: file, line: line)
    }
  }

  /// Asserts that several things keep the publisher contract, and checks them side by side.
  ///
  /// - Parameters:
  ///   - things: Make what to check; no two of a test share a name. Each with the rules that no check
  ///     can bring about with it, and the reasons.
  ///   - effort: How much to try.
  public func assertKeepContract(
    _ things: [(make: @Sendable () -> ThingUnderTest, notExercised: [Int: String])],
    effort: Effort = Effort(), file: StaticString = #filePath, line: UInt = #line
  ) {
    let reports = contractReports(of: things.map { ($0.make, effort) })
    XCTAssertEqual(reports.count, things.count, file: file, line: line)
    for (thing, report) in zip(things, reports) {
      if let complaint = complaint(about: report, notExercised: thing.notExercised) {
        XCTFail(complaint, file: file, line: line)
      }
    }
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

  /// Checks several things, each in a process of its own, side by side.
  ///
  /// - Parameters:
  ///   - things: Make what to check, and say how much to try; no two of a test share a name.
  /// - Returns: Their reports, in the order of the things.
  public func contractReports(
    of things: [(make: @Sendable () -> ThingUnderTest, effort: Effort)]
  ) -> [ContractReport] {
    let arguments = argumentsOfThisTest
    return sideBySide(things) {
      checkContract(of: $0.make(), effort: $0.effort, startingAgainWith: arguments)
    }
  }

  /// The arguments with which the test program runs this test alone.
  public var argumentsOfThisTest: [String] {
    let method = name.split(whereSeparator: { ". ]".contains($0) }).last.map(String.init) ?? ""
    let test = "\(String(reflecting: type(of: self)))/\(method)"
    #if os(macOS)
      return ["-XCTest", test, Bundle(for: type(of: self)).bundlePath]
    #else
      return [test]
    #endif
  }
}

/// Why a report does not say that the contract is kept, and the report; nil where it does say so.
///
/// - Parameters:
///   - report: The report.
///   - notExercised: The rules that are known not to be exercised, each with the reason.
public func complaint(about report: ContractReport, notExercised: [Int: String] = [:]) -> String? {
  let complaints = zip(Rule.all, report.results).compactMap { rule, result in
    complaint(about: result, isListed: notExercised[rule.number] != nil)
      .map { "rule \(rule.number) \($0)" }
  }
  let all = complaints + (report.badEnding.map { [$0] } ?? [])
  return all.isEmpty ? nil : (all + ["", report.text]).joined(separator: "\n")
}

private func complaint(about result: ContractReport.Result, isListed: Bool) -> String? {
  switch result {
  case .broken: "is broken"
  case .exempt(let reason): "is exempt: \(reason)"
  case .notExercised(let reason): isListed ? nil : "is not exercised: \(reason)"
  case .held: isListed ? "is listed as not exercised, but is exercised, and held" : nil
  case .notApplicable: isListed ? "is listed as not exercised, but does not apply" : nil
  }
}
