import OpenCombineShim

/// Something that can be paused, and says so; any thread may ask it and resume it.
public protocol Pausable: Sendable {
  /// Whether it waits for `resume()`. False once it has ended.
  var paused: Bool { get }

  /// Lets it go on.
  func resume()
}

extension Publisher {
  /// Attaches a subscriber whose closure says after each value whether to go on.
  ///
  /// It asks for one value at a time, so that a source which can wait does wait while it is paused.
  /// One that can't wait drops its values, unless there is a `buffer` in between.
  ///
  /// A synchronous source, such as a sequence, sends before this function has returned: up to the
  /// first pause the closures have nothing yet to call `resume()` or `cancel()` on.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called at the end, paused or not, and never after a cancel.
  ///   - receiveValue: Called with each value; it returns whether to go on, or else to pause.
  /// - Returns: What resumes it and cancels it. It is cancelled when this is released.
  public func pausableSink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Bool
  ) -> Pausable & Cancellable {
    let subscriber = PausableSubscriber<Output, Failure>(
      receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(subscriber)
    return PausableHandle(subscriber)
  }
}

/// What the owner of a subscription holds. Upstream holds the subscriber, not this.
private final class PausableHandle<Input, Failure: Error>: Pausable, Cancellable {
  private let subscriber: PausableSubscriber<Input, Failure>

  init(_ subscriber: PausableSubscriber<Input, Failure>) { self.subscriber = subscriber }

  deinit { subscriber.cancel() }

  var paused: Bool { subscriber.paused }

  func resume() { subscriber.resume() }

  func cancel() { subscriber.cancel() }
}
