import OpenCombineShim
import Playground
import PublisherContract
import XCTest

@testable import Chapter9

final class TableModelTests: XCTestCase {
  func testTheModelItself() {
    var model = TableModel(tick: 400)
    model.add(seconds: 60)
    model.setView([0])
    model.advance(1_200)
    XCTAssertEqual(
      model.events,
      [
        .shown(time: 0, [.init(row: 0, seconds: 60)]), .end(time: 400, row: 0, unit: .hours),
        .end(time: 1_200, row: 0, unit: .minutes),
        .shown(time: 1_200, [.init(row: 0, seconds: 59)]),
      ])
  }

  /// A table says and shows what the model does, at the same times and in the same order, whatever is
  /// added, reset, removed and looked at, inside a subscriber's call as well.
  func testRandomSequencesDoWhatTheModelSays() throws {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: seed)
      let isFast = seed.isMultiple(of: 2)
      let tick = Int.random(in: isFast ? 50...1_500 : 7_000...100_000, using: &random)
      let steps = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        step(upTo: isFast ? 3_000 : 7_000_000, using: &random)
      }
      let inside = (0..<7).map { _ in
        Bool.random(using: &random) ? [] : [step(upTo: 0, using: &random)]
      }
      let expected = modelled(steps, inside: inside, tick: tick)
      let actual = try played(steps, inside: inside, tick: tick)
      guard actual != expected else { continue }
      let place = zip(actual, expected).prefix { $0 == $1 }.count
      return XCTFail(
        """
        seed \(seed), tick \(tick), \(steps), inside \(inside): after \(place) events, \
        expected \(expected.dropFirst(place).prefix(2)), got \(actual.dropFirst(place).prefix(2))
        """)
    }
  }

  /// Subscribers that add a row at each end would add more and more.
  private let mostRows = 8

  private enum Step {
    case add(Int)
    case reset(Int, Int)
    case remove(Int)
    case view([Int])
    case advance(Int)
    case stall(Int)
  }

  private func step(upTo time: Int, using random: inout SeededGenerator) -> Step {
    let lengths = [0, 0, 1, 2, 3, 58, 59, 60, 61, 3_598, 3_599, 3_600, 3_602, 86_399]
    let length = lengths.randomElement(using: &random) ?? 0
    let row = Int.random(in: 0..<mostRows, using: &random)
    switch Int.random(in: 0..<(time == 0 ? 6 : 12), using: &random) {
    case 0, 1: return .add(length)
    case 2, 3: return .reset(row, length)
    case 4: return .remove(row)
    case 5: return .view((0..<row).map { _ in Int.random(in: 0..<mostRows, using: &random) })
    case 6: return .stall(Int.random(in: 0...time, using: &random))
    default: return .advance(Int.random(in: 0...time, using: &random))
    }
  }

  private func modelled(_ steps: [Step], inside: [[Step]], tick: Int) -> [TableModel.Event] {
    var model = TableModel(tick: tick)
    var ends = 0
    func play(_ step: Step, _ model: inout TableModel) {
      switch step {
      case .add(let seconds): if model.added < mostRows { model.add(seconds: seconds) }
      case .reset(let row, let seconds): _ = model.reset(row, seconds: seconds)
      case .remove(let row): _ = model.remove(row)
      case .view(let rows): model.setView(rows.filter { $0 < model.added })
      case .advance(let time): model.advance(time)
      case .stall(let time): model.stall(time)
      }
    }
    model.onEnd = { model, _ in
      ends += 1
      for step in inside[ends % inside.count] { play(step, &model) }
    }
    for step in steps { play(step, &model) }
    return model.events
  }

  private func played(
    _ steps: [Step], inside: [[Step]], tick: Int
  ) throws -> [TableModel.Event] {
    let scheduler = VirtualTimeScheduler()
    let table = CountdownTable(scheduler: scheduler, tick: .milliseconds(tick))
    var rows: [Row] = []
    var events: [TableModel.Event] = []
    var ends = 0
    func now() -> Int { Int(scheduler.now.nanoseconds / 1_000_000) }
    func number(_ row: Row) -> Int { rows.firstIndex(of: row) ?? -1 }
    func play(_ step: Step) throws {
      switch step {
      case .add(let seconds):
        if rows.count < mostRows { rows.append(table.add(TimeLeft(totalSeconds: seconds))) }
      case .reset(let row, let seconds):
        if row < rows.count { table.reset(rows[row], to: TimeLeft(totalSeconds: seconds)) }
      case .remove(let row): if row < rows.count { table.remove(rows[row]) }
      case .view(let wanted): table.view = wanted.filter { $0 < rows.count }.map { rows[$0] }
      case .advance(let time): try scheduler.advance(by: .milliseconds(time))
      case .stall(let time): scheduler.stall(for: .milliseconds(time))
      }
    }
    let subscriptions = [
      table.finished.sink { finish in
        events.append(.end(time: now(), row: number(finish.row), unit: finish.unit))
        ends += 1
        for step in inside[ends % inside.count] { try? play(step) }
      },
      table.shown.dropFirst().sink { shown in
        let lines = shown.map {
          TableModel.Line(row: number($0.row), seconds: $0.time.totalSeconds)
        }
        events.append(.shown(time: now(), lines))
      },
    ]
    for step in steps { try play(step) }
    withExtendedLifetime((table, subscriptions)) {}
    return events
  }
}
