import Playground
import XCTest

/// Compares what was recorded with lanes in their short form: `["timer": "^-1-2-3-|"]`.
///
/// It fails with the lanes expected and recorded one above the other and the first tick at which
/// they differ. Every timeline that was recorded is expected; requests are not compared.
///
/// - Parameters:
///   - entries: What was recorded.
///   - tick: The time that a character stands for.
///   - expected: The names of the timelines, each with its lane; the first character is at the
///     clock's origin.
/// - Throws: `MarbleError` where a lane can't be read or an event is off the tick.
public func assertMarbles(
  _ entries: [Transcript.Entry], tick: VirtualTime.Stride,
  _ expected: KeyValuePairs<String, String>,
  file: StaticString = #filePath, line: UInt = #line
) throws {
  if let difference = try marbleDifference(entries, tick: tick, expected) {
    XCTFail(difference, file: file, line: line)
  }
}

/// The message with which `assertMarbles` fails, or nil where it passes.
public func marbleDifference(
  _ entries: [Transcript.Entry], tick: VirtualTime.Stride, _ expected: KeyValuePairs<String, String>
) throws -> String? {
  let wanted = try MarbleDiagram(expected, tick: tick)
  let times = entries.filter(\.isEvent).map { VirtualTime.origin.distance(to: $0.time) }
  guard let last = times.max() else {
    return try MarbleDiagram([:], tick: tick).difference(from: wanted)
  }
  return try MarbleDiagram(entries, tick: tick, window: 0...last).difference(from: wanted)
}

extension Transcript.Entry {
  fileprivate var isEvent: Bool {
    if case .event(let event, _) = content, case .request = event { return false }
    if case .event = content { return true }
    return false
  }
}
