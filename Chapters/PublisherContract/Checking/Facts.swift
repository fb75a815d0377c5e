import OpenCombineShim
import Playground

/// What can be expected of a thing under test.
public struct Facts: Sendable {
  /// What an operator asks upstream for.
  public enum UpstreamDemand: Sendable {
    /// Whatever is asked of it, and one more for each value that it swallows.
    case same
    /// Everything, at once.
    case unlimited
    /// In all, what this makes of all that is asked of it.
    case total(@Sendable (Subscribers.Demand) -> Subscribers.Demand)
    /// Something else, in words, which can't be checked.
    case other(String)
  }

  /// The time in which one more value comes, once there is demand: virtual, or real where the thing
  /// runs in real time.
  public var interval: VirtualTime.Stride = 1
  /// After how many intervals a publisher has ended by itself, 0 where it ends as soon as all that it
  /// has was asked for, or nil where it never ends.
  public var end: Int?
  /// What an operator asks upstream for.
  public var upstreamDemand = UpstreamDemand.same
  /// Whether the subscribers of an operator share one upstream.
  public var isShared = false
  /// Whether the subscribers of an operator share one connection of a connectable upstream.
  public var isConnectionShared = false
  /// How many values an operator replays to a late subscriber, or nil where it replays none.
  public var replay: Int?
  /// The rules that it is known to break, each with the reason.
  public var exemptions: [Int: String] = [:]

  /// Creates the facts of a thing that never ends, asks for what it is asked and shares nothing.
  public init() {}

  /// Creates such facts with some changes.
  public init(_ change: (inout Facts) -> Void) { change(&self) }
}
