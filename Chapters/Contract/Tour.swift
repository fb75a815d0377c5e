import Foundation
import OpenCombineShim
import Playground
import PublisherContract

/// The built-in operators, subjects and publishers of this platform's Combine, with what can be
/// expected of each.
enum Tour {
  static var things: [ThingUnderTest] { operators + sharing + subjects + publishers }

  private static var operators: [ThingUnderTest] {
    [
      .operator("map") { $0.map { $0 * 2 } },
      .operator("scan") { $0.scan(0, +) },
      .operator("filter") { $0.filter { $0 % 3 != 0 } },
      .operator("buffer", Facts { $0.upstreamDemand = .unlimited }) {
        $0.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
      },
      .operator("prefix") { $0.prefix(20) },
    ]
  }

  private static var sharing: [ThingUnderTest] {
    let shared = Facts {
      $0.isShared = true
      $0.upstreamDemand = .unlimited
    }
    return [
      .operator("share", shared) { $0.share() },
      .connectableOperator("multicast", shared) { $0.multicast { PassthroughSubject() } },
      .operator("autoconnect", Facts { $0.isConnectionShared = true }) { $0.autoconnect() },
    ]
  }

  private static var subjects: [ThingUnderTest] {
    [
      .subject("PassthroughSubject") { PassthroughSubject<Int, ProbeError>() },
      .subject("CurrentValueSubject") { CurrentValueSubject<Int, ProbeError>(0) },
    ]
  }

  private static var publishers: [ThingUnderTest] {
    let endsAtOnce = Facts { $0.end = 0 }
    return [
      .publisher("Just", endsAtOnce) { _ in Just(1) },
      .publisher("sequence", endsAtOnce) { _ in (1...100).publisher },
      .realTimeConnectable("Timer", Facts { $0.interval = 0.01 }) {
        Timer.publish(every: 0.01, on: .current, in: .default)
      },
    ]
  }

  /// Checks a thing in processes of its own, which come here again.
  static func report(on thing: ThingUnderTest) -> ContractReport {
    checkContract(of: thing, startingAgainWith: ["--tour", thing.name])
  }

  /// Checks all things, and prints a table as it goes, and below it what was seen.
  static func printTable() {
    let start = Date()
    printNow("What this platform's Combine holds and breaks of the \(Rule.all.count) rules.")
    printNow("Held, where threads race: nothing seen in 1,000 rounds, 5 in real time; another run")
    printNow("may differ.\n")
    printNow(TourRow.title)
    var reports: [ContractReport] = []
    for thing in things {
      let report = report(on: thing)
      printNow(TourRow.text(of: report))
      reports.append(report)
    }
    printNow("\nWhat was seen where a rule is broken:")
    for report in reports where !report.findings.isEmpty {
      printNow("\n\(report.name)")
      for finding in report.findings {
        let seen = finding.seen.replacing(/\/\S*\//, with: "")  // where a file is, says its name
        printNow("  rule \(finding.rule.number): expected: \(finding.expected); seen: \(seen)")
      }
    }
    printNow("\nAll that in \(Int(Date().timeIntervalSince(start).rounded())) s.")
  }
}
