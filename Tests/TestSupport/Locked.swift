import Foundation

/// A value that closures on several threads may read and change.
public final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()  // guards the value
  private var guarded: Value

  public init(_ value: Value) { guarded = value }

  public var value: Value { lock.withLock { guarded } }

  @discardableResult
  public func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&guarded) }
  }
}
