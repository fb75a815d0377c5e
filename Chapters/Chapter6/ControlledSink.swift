import Foundation
import OpenCombineShim

extension Publisher {
  /// Attaches a subscriber that somebody outside can pause: an extension of `pausableSink`, which
  /// needs nothing but the answer of its closure.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called at the end, paused or not, and never after a cancel.
  ///   - receiveValue: Called with each value.
  /// - Returns: What pauses, resumes and cancels it. It is cancelled when this is released.
  func controlledSink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> ControlledSink {
    let wish = Wish()
    let sink = pausableSink(receiveCompletion: receiveCompletion) { value in
      receiveValue(value)
      return wish.isToRun
    }
    return ControlledSink(sink, wish)
  }
}

/// Pauses, resumes and cancels a `controlledSink`, from any thread.
final class ControlledSink: Pausable, Cancellable, @unchecked Sendable {
  private let sink: Pausable & Cancellable
  private let wish: Wish

  fileprivate init(_ sink: Pausable & Cancellable, _ wish: Wish) {
    self.sink = sink
    self.wish = wish
  }

  var paused: Bool { sink.paused }

  /// Pauses behind the value that has been asked for, if one has: that still arrives.
  func pause() { wish.isToRun = false }

  func resume() {
    wish.isToRun = true  // first, as the request may bring a value at once
    sink.resume()
  }

  func cancel() { sink.cancel() }
}

/// What the one outside wants, for the closure to read.
private final class Wish: @unchecked Sendable {
  private let lock = NSLock()  // guards the flag
  private var flag = true

  var isToRun: Bool {
    get { lock.withLock { flag } }
    set { lock.withLock { flag = newValue } }
  }
}
