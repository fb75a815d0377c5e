import Playground
import XCTest

@testable import PublisherContract

/// The model of what is allowed, on histories written by hand.
final class ModelTests: XCTestCase {
  private typealias Line = History.Line

  private func line(
    _ kind: Line.Kind, _ text: String, _ probe: String = "a", owed: Int? = nil
  ) -> Line {
    Line(
      time: VirtualTime(nanoseconds: 0), probe: probe, kind: kind, text: text, owed: owed,
      event: nil)
  }

  private func subscribes(_ probe: String = "a") -> Line { line(.subscribe, "subscribes", probe) }
  private func subscription(_ probe: String = "a") -> Line {
    line(.subscription, "subscription (Outlet)", probe)
  }
  private func asksForAll(_ probe: String = "a") -> Line {
    line(.request, "request unlimited (owed unlimited)", probe)
  }
  private func value(_ number: Int, _ probe: String = "a", owed: Int? = nil) -> Line {
    line(
      .value, "value \(number) (owed \(owed.map(String.init) ?? "unlimited"))", probe, owed: owed)
  }
  private func finished(_ probe: String = "a") -> Line { line(.completion, "finished", probe) }
  private var cancel: Line { line(.cancel, "cancel") }

  /// The rule that a history breaks and the line that breaks it: `5 at 3`.
  private func broken(
    _ lines: [Line], of kind: Rule.Kind = .subject, exempt: Set<Int> = [],
    controlIsComplete: Bool = true, controlValues: [String]? = nil,
    _ change: (inout Record) -> Void = { _ in }
  ) -> String? {
    var record = Record(lines: lines)
    change(&record)
    let sent = (0..<record.produced).map { "\($0 + 1)" }
    var model = Model(record, of: kind, exempt: exempt)
    let breach = model.breach {
      Model.Control(values: controlValues ?? sent, isComplete: controlIsComplete)
    }
    return breach.map { "\($0.rule) at \($0.line.map(String.init) ?? "the end")" }
  }

  private func cancelled(at start: Int, until end: Int, insideValue: Bool = false)
    -> (inout Record) -> Void
  {
    { $0.cancels["a"] = .init(start: start, end: end, isInsideValue: insideValue) }
  }

  func testWhatIsAllowed() {
    XCTAssertNil(broken([]))
    XCTAssertNil(
      broken([
        subscribes(), subscription(), line(.request, "request +1 (owed 1)"), value(1, owed: 0),
        line(.returned, "returns +1 (owed 1)"), value(2, owed: 0), finished(),
        line(.request, "request +1 (owed 1)"), line(.cancel, "cancel"),
      ]))
  }

  func testSubscriptions() {
    XCTAssertEqual(broken([subscribes()]), "1 at the end")
    XCTAssertEqual(broken([subscribes(), finished()]), "1 at 1")
    XCTAssertEqual(broken([subscribes(), value(1)]), "1 at 1")
    XCTAssertEqual(broken([subscribes(), subscription(), subscription()]), "1 at 2")
    XCTAssertEqual(
      broken([subscribes(), subscription(), subscribes("b"), subscription("a")]), "1 at 3")
    XCTAssertNil(broken([subscribes(), subscribes("b"), subscription("b"), subscription()]))
  }

  func testDemand() {
    XCTAssertEqual(broken([subscribes(), subscription(), value(1, owed: -1)]), "5 at 2")
    XCTAssertNil(broken([subscribes(), subscription(), value(1, owed: 0), value(2, owed: nil)]))
  }

  func testBehindTheCompletion() {
    XCTAssertEqual(broken([subscribes(), subscription(), finished(), value(1)]), "18 at 3")
    XCTAssertEqual(broken([subscribes(), subscription(), finished(), finished()]), "15 at 3")
    XCTAssertEqual(
      broken(
        [subscribes(), subscription(), finished(), cancel, finished()],
        cancelled(at: 3, until: 4)), "15 at 4")
  }

  func testBehindACancel() {
    let start = [subscribes(), subscription(), cancel]
    XCTAssertNil(broken(start, cancelled(at: 2, until: 3)))
    XCTAssertEqual(broken(start + [value(1)], cancelled(at: 2, until: 3)), "21 at 3")
    XCTAssertEqual(broken(start + [value(1)], cancelled(at: 2, until: 4)), "21 at 3")
    XCTAssertEqual(
      broken(start + [value(1)], cancelled(at: 2, until: 3, insideValue: true)), "22 at 3")
    XCTAssertEqual(
      broken(
        start + [line(.request, "request +1 (owed 1)"), value(1)],
        cancelled(at: 2, until: 3, insideValue: true)), "21 at 4")
    XCTAssertEqual(broken(start + [finished()], cancelled(at: 2, until: 4)), "25 at 3")
    XCTAssertEqual(broken(start + [finished()], cancelled(at: 2, until: 3)), "21 at 3")
    XCTAssertNil(
      broken(
        start + [subscribes("b"), subscription("b"), value(1, "b"), finished("b")],
        cancelled(at: 2, until: 3)))
  }

  func testAMissingCompletion() {
    let lines = [subscribes(), subscription(), asksForAll()]
    XCTAssertNil(broken(lines))
    XCTAssertEqual(broken(lines) { $0.finish = 3 }, "16 at the end")
    XCTAssertEqual(broken(lines, of: .operator) { $0.finish = 3 }, "16 at the end")
    XCTAssertNil(broken(lines + [finished()]) { $0.finish = 3 })
    // Where it is not certain that one was due:
    XCTAssertNil(broken(lines, of: .publisher) { $0.finish = 3 })
    XCTAssertNil(broken(lines, controlIsComplete: false) { $0.finish = 3 })
    XCTAssertNil(broken(lines) { $0.finish = 1 }, "it subscribed behind the end")
    XCTAssertNil(broken([subscribes(), subscription()]) { $0.finish = 2 }, "values may wait")
    XCTAssertNil(
      broken([subscribes("b"), subscription("b")] + lines) { $0.finish = 5 },
      "the sibling may hold it back")
    XCTAssertNil(
      broken(lines) {
        $0.finish = 3
        $0.hasFailed = true
      })
    XCTAssertNil(
      broken(lines + [cancel]) {
        $0.finish = 4
        $0.cancels["a"] = .init(start: 3, end: 4, isInsideValue: false)
      })
  }

  func testOrder() {
    let start = [subscribes(), subscription(), subscribes("b"), subscription("b")]
    let twisted = start + [value(1), value(2), value(2, "b"), value(1, "b")]
    XCTAssertEqual(broken(twisted) { $0.produced = 2 }, "34 at 6")
    XCTAssertNil(broken(start + [value(1), value(2, "b"), value(2)]) { $0.produced = 2 })
    // Where it is not certain what was sent:
    XCTAssertNil(broken(twisted, of: .operator) { $0.produced = 2 })
    XCTAssertNil(broken(twisted, controlValues: ["0", "1", "2"]) { $0.produced = 2 })
    XCTAssertNil(broken(twisted + [value(1, "b")], controlValues: ["1", "1"]) { $0.produced = 2 })
  }

  func testOfAnExemptRuleItSaysNothing() {
    let lines = [subscribes(), subscription(), value(1, owed: -1), finished(), value(2)]
    XCTAssertEqual(broken(lines), "5 at 2")
    XCTAssertEqual(broken(lines, exempt: [5]), "18 at 4")
    XCTAssertNil(broken(lines, exempt: [5, 18]))
    XCTAssertNil(broken([subscribes()], exempt: [1]))
  }
}
