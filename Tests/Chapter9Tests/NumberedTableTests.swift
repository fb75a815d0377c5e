import Foundation
import OpenCombineShim
import Playground
import XCTest

@testable import Chapter9

final class NumberedTableTests: XCTestCase {
  private let scheduler = VirtualTimeScheduler()
  private lazy var numbered = NumberedTable(scheduler: scheduler)

  private func answers(_ lines: String...) -> [String] {
    lines.map { line in
      do {
        return try TableRequest(typed: line).flatMap(numbered.answer) ?? "nothing"
      } catch {
        return "\(error)"
      }
    }
  }

  func testARowKeepsItsNumberAndNoOtherGetsIt() {
    XCTAssertEqual(
      answers(
        "remove 1", "add 0:10", "remove 2", "add 0:20", "add 0:30", "remove 2", "remove 2",
        "add 0:40", "reset 4 0:50", "reset 2 0:50", "remove 0", "show 1", "quit", "help"),
      [
        "There is no row 1: there is none at all.", "Row 1 starts: 0:00:10.",
        "There is no row 2: there is row 1 only.", "Row 2 starts: 0:00:20.",
        "Row 3 starts: 0:00:30.", "Row 2 is removed.",
        "There is no row 2: they go from 1 to 3.", "Row 4 starts: 0:00:40.",
        "Row 4 starts again: 0:00:50.", "There is no row 2: they go from 1 to 4.",
        "There is no row 0: they go from 1 to 4.", "nothing", "nothing",
        "Type add 1:30, remove 2, reset 1 0:45, show 3, up, down, help or quit.",
      ])
    XCTAssertEqual(numbered.entries.map(\.number), [1, 3, 4])
    XCTAssertEqual(numbered.runningCount, 3)
  }

  func testEndsAreToldByNumberAndARowThatIsSetAgainRuns() throws {
    var told: [String?] = []
    let subscriber = numbered.table.finished.sink { told.append(self.numbered.note($0)) }
    defer { subscriber.cancel() }
    _ = answers("add 0:01", "add 0:02", "remove 1")
    try scheduler.advance(by: 2)
    XCTAssertEqual(
      told, ["Row 2: no hours left.", "Row 2: no minutes left.", "Row 2: nothing left."])
    XCTAssertEqual(numbered.runningCount, 0)
    XCTAssertEqual(answers("reset 2 0:01"), ["Row 2 starts again: 0:00:01."])
    XCTAssertEqual(numbered.runningCount, 1)
  }
}
