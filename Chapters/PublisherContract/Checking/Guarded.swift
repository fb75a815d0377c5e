import Foundation

/// What callbacks write, maybe on a real queue's thread, and a check reads.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()  // guards what is stored
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  func change(_ body: (inout Value) -> Void) {
    lock.withLock { body(&stored) }
  }
}
