import Foundation

/// A value that closures on several threads may read and change.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()  // guards the value
  private var guarded: Value

  init(_ value: Value) { guarded = value }

  var value: Value { lock.withLock { guarded } }

  func change(_ body: (inout Value) -> Void) {
    lock.withLock { body(&guarded) }
  }
}
