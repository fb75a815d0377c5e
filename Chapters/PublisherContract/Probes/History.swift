import Foundation
import Playground

/// What happened between a thing under test and the probes around it, in order.
///
/// Recording costs constant time on average, and is safe from any thread.
public final class History: @unchecked Sendable {
  /// One line of the history.
  public struct Line: Equatable, Sendable, CustomStringConvertible {
    /// What kind of thing happened.
    public enum Kind: String, Codable, Sendable {
      case subscribe, subscription, request, value, returned, completion, cancel
      /// What the checker did to make something happen.
      case action
    }

    /// When it happened: virtual, or real where the thing runs in real time.
    public let time: VirtualTime
    /// Which probe it happened to, or which one did it.
    public let probe: String
    /// What kind of thing it was.
    public let kind: Kind
    /// What happened, as the report has it: `value 3 (owed 0)`.
    public let text: String
    /// What the probe has asked for and not yet received, where that is a number.
    public let owed: Int?
    /// The event that a diagram can show, where it is one of a probe in virtual time.
    let event: Transcript.Event?

    public var description: String { "\(time) \(probe): \(text)" }
  }

  private let now: () -> VirtualTime
  private let isDrawn: Bool
  private let onLine: (Line) -> Void

  private let lock = NSLock()  // guards everything below
  private var recorded: [Line] = []
  private var onLineOfRaceOrNil: (() -> Void)?
  private var isEndlessOrNot = false

  /// Creates an empty history.
  ///
  /// - Parameters:
  ///   - now: Returns the time that a line carries.
  ///   - isDrawn: Whether its times are such that a diagram can show them.
  ///   - onLine: Called with each line as it is recorded; must not use the history.
  init(
    now: @escaping () -> VirtualTime, isDrawn: Bool = true,
    onLine: @escaping (Line) -> Void = { _ in }
  ) {
    self.now = now
    self.isDrawn = isDrawn
    self.onLine = onLine
  }

  /// The lines so far.
  var lines: [Line] { lock.withLock { recorded } }

  /// How many lines there are.
  var count: Int { lock.withLock { recorded.count } }

  /// What to do before and behind each line, on its thread.
  var onLineOfRace: (() -> Void)? {
    get { lock.withLock { onLineOfRaceOrNil } }
    set { lock.withLock { onLineOfRaceOrNil = newValue } }
  }

  /// Whether a probe cancelled because values came without end.
  var isEndless: Bool {
    get { lock.withLock { isEndlessOrNot } }
    set { lock.withLock { isEndlessOrNot = newValue } }
  }

  func record(
    _ kind: Line.Kind, _ text: String, by probe: String, owed: Int? = nil,
    event: Transcript.Event? = nil
  ) {
    onLineOfRace?()
    lock.withLock {
      let line = Line(
        time: now(), probe: probe, kind: kind, text: text, owed: owed,
        event: isDrawn ? event : nil)
      recorded.append(line)
      onLine(line)
    }
    onLineOfRace?()
  }
}
