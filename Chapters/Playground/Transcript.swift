import Foundation
import OpenCombineShim

/// A record of what happened when: the events of named timelines, and an example's own notes.
public final class Transcript: @unchecked Sendable {
  /// What happens between a publisher and a subscriber.
  public enum Event: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The subscription arrived; the text describes it.
    case subscription(String)
    /// The subscriber asked for values, through its subscription or by what it returned for a
    /// value (synchronous).
    case request(Subscribers.Demand, synchronous: Bool)
    /// A value arrived; the text describes it.
    case value(String)
    /// The publisher finished.
    case finished
    /// The publisher failed; the text describes the error.
    case failure(String)
    /// The subscriber cancelled.
    case cancel

    /// The event in the words of Combine's `print(_:to:)`.
    public var description: String {
      switch self {
      case .subscription(let subscription): return "receive subscription: (\(subscription))"
      case .request(let demand, let synchronous):
        let amount = demand.max.map { "max: (\($0))" } ?? "unlimited"
        return "request \(amount)\(synchronous ? " (synchronous)" : "")"
      case .value(let value): return "receive value: (\(value))"
      case .finished: return "receive finished"
      case .failure(let error): return "receive error: (\(error))"
      case .cancel: return "receive cancel"
      }
    }
  }

  /// One line of the record.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    public enum Content: Hashable, Sendable {
      /// An event, and the name that was given to the subscriber it happened to.
      case event(Event, timeline: String)
      /// An example's own words.
      case note(String)
    }

    public let time: VirtualTime
    public let content: Content

    public init(_ time: VirtualTime, _ content: Content) {
      self.time = time
      self.content = content
    }

    /// The entry in one line: `+1.000s: timer: receive value: (3)`; a line break shows as `\\n`.
    public var description: String {
      let text =
        switch content {
        case .event(let event, let timeline): "\(timeline): \(event)"
        case .note(let text): text
        }
      let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .joined(separator: "\\n")
      return "+\(time.lineText): \(line)"
    }
  }

  private let lock = NSLock()  // guards everything below, and keeps lines in order
  private var recorded: [Entry] = []
  private var isClosed = false
  private let onEntry: (Entry) -> Void

  private let scheduler: VirtualTimeScheduler

  /// Creates an empty transcript.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time the entries carry.
  ///   - onEntry: Called with each entry as it is recorded; must not use the transcript.
  public init(scheduler: VirtualTimeScheduler, onEntry: @escaping (Entry) -> Void = { _ in }) {
    self.scheduler = scheduler
    self.onEntry = onEntry
  }

  /// The entries so far, in the order in which they happened.
  public var entries: [Entry] {
    lock.lock()
    defer { lock.unlock() }
    return recorded
  }

  /// Records an event at the present time, from any thread.
  public func record(_ event: Event, timeline: String) {
    append(.event(event, timeline: timeline))
  }

  /// Records a note at the present time, from any thread.
  public func note(_ text: String) {
    append(.note(text))
  }

  /// Records nothing from now on.
  func close() {
    lock.lock()
    isClosed = true
    lock.unlock()
  }

  private func append(_ content: Entry.Content) {
    lock.lock()
    defer { lock.unlock() }
    guard !isClosed else { return }
    let entry = Entry(scheduler.now, content)
    recorded.append(entry)
    onEntry(entry)
  }
}
