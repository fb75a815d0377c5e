import OpenCombineShim
import PublisherContract
import TestSupport
import XCTest

@testable import Chapter6

/// The subscriber of this chapter keeps the publisher contract, and its draft does not.
final class ContractTests: XCTestCase {
  func testPausableSubscriber() {
    assertKeepsContract(
      .subscriber("PausableSubscriber") { log in
        let subscriber = PausableSubscriber<Int, ProbeError>(
          receiveCompletion: { _ in log("ended") },
          receiveValue: {
            log("got \($0)")
            return true
          })
        return (subscriber, { subscriber.cancel() })
      })
  }

  func testOneThatIsResumedWhileItsClosureIsRunning() {
    assertKeepsContract(
      .subscriber("PausableSubscriber") { log in
        let subscriber = PausingSubscriber(log: log, resumesInside: true)
        return (subscriber, { subscriber.cancel() })
      })
  }

  func testOneThatIsResumedAsSoonAsItHasPaused() {
    assertKeepsContract(
      .subscriber("PausableSubscriber") { log in
        let subscriber = PausingSubscriber(log: log, resumesInside: false)
        return (subscriber, { subscriber.cancel() })
      })
  }

  /// The page's list of what the draft gets wrong is complete, and names nothing else.
  func testTheDraftBreaksTheRulesThatItsLessonNames() throws {
    let report = contractReport(
      of: .subscriber("PausableDraft") { log in
        let subscriber = PausableDraft<Int, ProbeError>(
          receiveCompletion: { _ in log("ended") },
          receiveValue: {
            log("got \($0)")
            return true
          })
        return (subscriber, { subscriber.cancel() })
      })
    XCTAssertEqual(
      report.findings.map(\.rule.number).sorted(),
      try rulesNamed(onPage: "Chapter6", under: "What a first draft gets wrong").sorted(),
      report.text)
  }
}

/// A pausable subscriber that wants to pause at each value, and is resumed each time.
private final class PausingSubscriber: Subscriber, Cancellable {
  private let inner: PausableSubscriber<Int, ProbeError>
  private let resumesInside: Bool

  init(log: @escaping (String) -> Void, resumesInside: Bool) {
    let resume = Locked<@Sendable () -> Void>({})
    inner = PausableSubscriber(
      receiveCompletion: { _ in log("ended") },
      receiveValue: {
        log("got \($0)")
        resume.value()
        return false
      })
    self.resumesInside = resumesInside
    if resumesInside { resume.change { $0 = { [weak inner] in inner?.resume() } } }
  }

  func receive(subscription: Subscription) { inner.receive(subscription: subscription) }

  func receive(_ value: Int) -> Subscribers.Demand {
    let demand = inner.receive(value)
    if !resumesInside { inner.resume() }
    return demand
  }

  func receive(completion: Subscribers.Completion<ProbeError>) {
    inner.receive(completion: completion)
  }

  func cancel() { inner.cancel() }
}
