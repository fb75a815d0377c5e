import TestSupport
import XCTest

@testable import Contract
@testable import PublisherContract

/// What `swift run Contract --tour` finds out about things that come with Combine.
final class TourTests: XCTestCase {
  private let names = [
    "map", "scan", "filter", "buffer", "prefix", "share", "multicast", "autoconnect",
    "PassthroughSubject", "CurrentValueSubject", "Just", "sequence", "Timer",
  ]

  private static func tour(_ name: String) -> Result<ChildProcess, Error> {
    Result { try ChildProcess.run(builtExecutable("Contract"), ["--tour", name]) }
  }

  /// What the tour says about the things that these tests are about, each checked once; those that
  /// hang begin.
  private static let reports = {
    let names = [
      "multicast", "PassthroughSubject", "autoconnect", "scan", "Just",
    ]
    return Dictionary(uniqueKeysWithValues: zip(names, sideBySide(names, tour)))
  }()

  /// The numbers of the rules of which the report on a thing has a line that begins so.
  private func rules(_ result: String, in report: String) -> [Int] {
    report.split(separator: "\n").compactMap { line in
      (try? /rule (\d+): (.+)/.wholeMatch(in: line)).flatMap {
        $0.2.hasPrefix(result) ? Int($0.1) : nil
      }
    }
  }

  private func report(on name: String) throws -> String {
    let child = try XCTUnwrap(Self.reports[name]).get()
    XCTAssertEqual(child.error, "")
    XCTAssertEqual(child.status, 0)
    XCTAssert(child.output.hasPrefix("\(name), "), child.output)
    XCTAssert(child.output.contains("rule \(Rule.all.count): "), child.output)
    return child.output
  }

  #if !canImport(Combine)
    func testAnOperatorThatHandsOnASecondSubscription() throws {
      let report = try report(on: "scan")
      XCTAssert(rules("broken", in: report).contains(35), report)
      XCTAssert(report.contains("  seen: 0.000s probe: subscription (upstream 2)\n"), report)
    }

    func testWhatTrapsOnARequestForNothing() throws {
      for name in ["Just", "multicast"] {
        let report = try report(on: name)
        XCTAssert(rules("broken: it traps", in: report).contains(10), report)
      }
    }

    func testAPublisherThatFinishesWhoHasCancelled() throws {
      let report = try report(on: "Just")
      XCTAssertEqual(rules("broken: finished", in: report), [21, 22], report)
    }

    func testASubjectThatServesOneAfterTheOther() throws {
      let report = try report(on: "PassthroughSubject")
      let broken = rules("broken", in: report)
      XCTAssert(broken.contains(10), report)
      XCTAssert(broken.contains(34), report)
      XCTAssert(report.contains("\n  expected: one order for all: 1 2 3 4\n"), report)
      XCTAssert(report.contains("\n  seen: second: 3 2 1 4\n"), report)
    }

    func testAnOperatorThatConnectsAfterACancel() throws {
      let report = try report(on: "autoconnect")
      XCTAssert(
        Set(rules("broken", in: report)).isSuperset(of: [23, 24]), report)
      XCTAssert(report.contains("\n  seen: a connection that nobody has cancelled\n"), report)
    }
  #endif

  /// What ends as soon as it was asked for everything is not said to hold what needs a second value.
  func testAPublisherOfOneValue() throws {
    let report = try report(on: "Just")
    XCTAssertEqual(
      rules("not exercised: ", in: report), [6, 7, 8, 9, 11, 13, 24], report)
    let held = rules("held", in: report)
    XCTAssert(Set(held).isSuperset(of: [1, 2, 3, 5, 12, 15, 16, 19, 23, 25, 26, 28]), report)
  }

  func testALineOfTheTable() {
    let results = Rule.all.map { rule -> ContractReport.Result in
      switch rule.number {
      case 5, 10...12:
        .broken(
          Finding(
            rule: rule, expected: "this", seen: "that", history: [], offendingLine: nil,
            isConsequence: false))
      case 20, 21: .notExercised("no value came")
      case 38: .notApplicable("it is new")
      case 39: .exempt("it is old")
      default: .held
      }
    }
    let report = ContractReport(name: "Thing", kind: .subject, results: results)
    XCTAssertEqual(
      TourRow.text(of: report),
      "Thing               31   4: 5 10-12                            2: 20-21                2: 38-39"
    )
    let silent = ContractReport(name: "Thing", kind: .subject, results: Rule.all.map { _ in .held })
    XCTAssertEqual(
      TourRow.text(of: silent),
      "Thing               39   0                                     0                       0")
  }

  func testTheTourHasEachThingOnce() {
    XCTAssertEqual(Tour.things.map(\.name), names)
  }

  func testWhatItRefuses() throws {
    let list = names.joined(separator: ", ")
    for (argument, message) in [
      ("flatMap", "Error: there is no flatMap on the tour: choose one of \(list).\n"),
      ("40", "Error: there is no 40 on the tour: choose one of \(list).\n"),
      (
        "17",
        "Error: 17 is a rule: leave out --tour to read about it, or name one of \(list).\n"
      ),
    ] {
      let child = try Self.tour(argument).get()
      XCTAssertEqual(child.output, "")
      XCTAssert(child.error.hasPrefix(message), child.error)
      XCTAssertEqual(child.status, 64)
    }
  }
}
