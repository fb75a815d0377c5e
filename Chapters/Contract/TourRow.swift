import Foundation
import PublisherContract

/// A line of the tour's table: how many rules a thing holds, and which it does not.
enum TourRow {
  static let title = columns(
    "thing", "held", "broken", "not exercised", "not applicable")

  static func text(of report: ContractReport) -> String {
    let (broken, notExercised, rest) = numbers(in: report)
    return columns(
      report.name, "\(report.held.count)", short(broken), short(notExercised), short(rest))
  }

  private static func numbers(
    in report: ContractReport
  ) -> (broken: [Int], notExercised: [Int], rest: [Int]) {
    var numbers: (broken: [Int], notExercised: [Int], rest: [Int]) = ([], [], [])
    for (rule, result) in zip(Rule.all, report.results) {
      switch result {
      case .held: break
      case .broken: numbers.broken.append(rule.number)
      case .notExercised: numbers.notExercised.append(rule.number)
      case .notApplicable, .exempt: numbers.rest.append(rule.number)
      }
    }
    return numbers
  }

  /// How many there are and which: `5: 1 3-6`.
  private static func short(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let texts = ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return numbers.isEmpty ? "0" : "\(numbers.count): \(texts.joined(separator: " "))"
  }

  private static func columns(_ cells: String...) -> String {
    let widths = [20, 5, 38, 24]
    return zip(cells, widths).map {
      $0.padding(toLength: max($1, $0.count + 1), withPad: " ", startingAt: 0)
    }
    .joined() + (cells.last ?? "")
  }
}
