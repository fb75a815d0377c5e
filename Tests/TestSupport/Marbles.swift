import Playground
import XCTest

/// Compares what was recorded with lanes in their short form: `["timer": "^-1-2-(10)-|"]`.
///
/// It fails with the lanes expected and recorded one above the other and the first tick at which
/// they differ, and where a lane can't be read or an event is off the tick. Every timeline that was
/// recorded is expected. Requests are compared where a lane `"  demand"` stands below its timeline.
///
/// - Parameters:
///   - entries: What was recorded.
///   - tick: The time that a character stands for.
///   - expected: The names of the timelines, each with its lane; the first character is at the
///     clock's origin.
public func assertMarbles(
  _ entries: [Transcript.Entry], tick: VirtualTime.Stride,
  _ expected: KeyValuePairs<String, String>,
  file: StaticString = #filePath, line: UInt = #line
) {
  do {
    if let difference = try marbleDifference(entries, tick: tick, expected) {
      XCTFail(difference, file: file, line: line)
    }
  } catch {
    XCTFail("\(error)", file: file, line: line)
  }
}

/// The message with which `assertMarbles` fails, or nil where it passes.
///
/// - Throws: `MarbleError` where a lane can't be read or an event is off the tick.
public func marbleDifference(
  _ entries: [Transcript.Entry], tick: VirtualTime.Stride, _ expected: KeyValuePairs<String, String>
) throws -> String? {
  let wanted = try MarbleDiagram(expected, tick: tick)
  let showsDemand = wanted.lanes.contains { $0.requests != nil }
  let times = entries.filter { $0.isDrawn(showsDemand) }.map {
    VirtualTime.origin.distance(to: $0.time)
  }
  guard let last = times.max() else {
    return try MarbleDiagram([:], tick: tick).difference(from: wanted)
  }
  return try MarbleDiagram(entries, tick: tick, window: 0...last, showsDemand: showsDemand)
    .difference(from: wanted)
}

extension Transcript.Entry {
  fileprivate func isDrawn(_ showsDemand: Bool) -> Bool {
    guard case .event(let event, _) = content else { return false }
    if case .request = event { return showsDemand }
    return true
  }
}
