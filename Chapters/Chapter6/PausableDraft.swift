import OpenCombineShim

extension Publisher {
  /// A first draft of `pausableSink`, kept for its mistakes. Not to be copied.
  func pausableDraft(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Bool
  ) -> Pausable & Cancellable {
    let subscriber = PausableDraft<Output, Failure>(
      receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(subscriber)
    return subscriber  // which upstream holds, too
  }
}

final class PausableDraft<Input, Failure: Error>: Subscriber, Pausable, Cancellable,
  @unchecked Sendable
{
  private let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
  private let receiveValue: (Input) -> Bool
  private var subscription: Subscription?  // no lock, here and below
  private(set) var paused = false

  init(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Input) -> Bool
  ) {
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
  }

  func receive(subscription: Subscription) {
    self.subscription = subscription  // and the one it had?
    subscription.request(.max(1))
  }

  func receive(_ value: Input) -> Subscribers.Demand {
    paused = !receiveValue(value)  // whatever has happened meanwhile
    return paused ? .none : .max(1)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    subscription = nil
    receiveCompletion(completion)
  }

  func resume() {
    guard paused else { return }
    paused = false
    subscription?.request(.max(1))
  }

  func cancel() {
    subscription?.cancel()
    subscription = nil
  }
}
