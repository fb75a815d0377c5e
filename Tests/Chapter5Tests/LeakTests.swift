import OpenCombineShim
import TestSupport
import XCTest

@testable import Chapter5

/// What is released when, whichever way it ends.
final class LeakTests: XCTestCase {
  private final class Token {}

  /// A publisher with two subscribers, one of which asks for nothing, and weak references to all.
  private final class Stand {
    let upstream = ManualUpstream<Token>()
    var shared: Publishers.ShareReplay<ManualUpstream<Token>>?
    var (eager, idle): (AskingSubscriber<Token, Never>?, AskingSubscriber<Token, Never>?)
    var references: [String: WeakReference] = [:]

    init(capacity: Int) {
      let shared = upstream.shareReplay(capacity: capacity)
      self.shared = shared
      let closure = Token()
      let eager = AskingSubscriber<Token, Never>(first: .unlimited) { _ in
        withExtendedLifetime(closure) { .none }
      }
      let idle = AskingSubscriber<Token, Never>(first: .none)
      shared.subscribe(eager)
      shared.subscribe(idle)
      (self.eager, self.idle) = (eager, idle)
      references = ["closure": WeakReference(closure), "eager": WeakReference(eager)]
      references["idle"] = WeakReference(idle)
      references["its subscription"] = WeakReference(idle.subscription as AnyObject)
    }

    func send(_ name: String) {
      let value = Token()
      references[name] = WeakReference(value)
      for subscriber in upstream.subscribers { _ = subscriber.receive(value) }
    }

    func finish() {
      for subscriber in upstream.subscribers { subscriber.receive(completion: .finished) }
    }

    /// Lets go of the subscribers; the upstream keeps its own for ever.
    func dropSubscribers() { (eager, idle) = (nil, nil) }

    var alive: [String] { references.filter { $0.value.object != nil }.map(\.key).sorted() }
  }

  func testAllCancel() {
    let stand = Stand(capacity: 2)
    for name in ["1", "2", "3"] { stand.send(name) }
    stand.eager?.subscription?.cancel()
    stand.idle?.subscription?.cancel()
    stand.dropSubscribers()
    XCTAssertEqual(stand.alive, [])
    let shared = WeakReference(stand.shared)
    stand.shared = nil
    XCTAssertNil(shared.object)
  }

  func testAnUpstreamThatKeepsItsLinkKeepsNothingElse() {
    for finishes in [false, true] {
      let upstream = ManualUpstream<Token>()
      var shared: Publishers.ShareReplay<ManualUpstream<Token>>? = upstream.shareReplay()
      let subscription = shared?.sink { _ in }
      let token = WeakReference(sendToken(to: upstream))
      XCTAssertNotNil(token.object)
      if finishes { upstream.subscribers[0].receive(completion: .finished) }
      subscription?.cancel()
      XCTAssertEqual(token.object != nil, finishes)
      shared = nil
      XCTAssertNil(token.object)
      XCTAssertEqual(upstream.subscribers.count, 1)
    }
  }

  private func sendToken(to upstream: ManualUpstream<Token>) -> Token? {
    let token = Token()
    _ = upstream.subscribers[0].receive(token)
    return token
  }

  func testValuesGoWhenTheLastWhoNeededThemIsServedOrLeaves() {
    for leaves in [false, true] {
      let stand = Stand(capacity: 1)
      for name in ["1", "2", "3"] { stand.send(name) }
      forgetValues(of: stand)
      let sibling = stand.shared?.sink { _ in }
      XCTAssertEqual(stand.alive, ["1", "2", "3", "idle", "its subscription"])
      if leaves {
        stand.idle?.subscription?.cancel()
      } else {
        stand.idle?.subscription?.request(.unlimited)
        stand.idle?.subscription?.cancel()
      }
      stand.idle = nil
      XCTAssertEqual(stand.alive, ["3"])
      sibling?.cancel()
      XCTAssertEqual(stand.alive, [])
    }
  }

  /// Lets go of the subscriber that keeps what it gets.
  private func forgetValues(of stand: Stand) {
    stand.eager?.subscription?.cancel()
    stand.eager = nil
  }

  func testACapacityOf0KeepsNothingForThoseWhoHaveItAll() {
    let upstream = ManualUpstream<Token>()
    let subscription = upstream.shareReplay(capacity: 0).sink { _ in }
    XCTAssertNil(WeakReference(sendToken(to: upstream)).object)
    subscription.cancel()
  }

  func testTheFinish() {
    let stand = Stand(capacity: 1)
    for name in ["1", "2"] { stand.send(name) }
    stand.finish()
    XCTAssertEqual(stand.eager?.completions.count, 1)
    stand.eager = nil
    XCTAssertEqual(stand.alive, ["1", "2", "idle", "its subscription"])
    stand.idle?.subscription?.request(.unlimited)
    XCTAssertEqual(stand.idle?.values.count, 2)
    stand.idle = nil
    XCTAssertEqual(stand.alive, ["2"])
    stand.shared = nil
    XCTAssertEqual(stand.alive, [])
  }

  func testASubscriptionThatIsOverAndKeptKeepsNeitherUpstreamNorValues() {
    for finishes in [false, true] {
      var upstream: ManualUpstream<Token>? = ManualUpstream()
      var subscriber: AskingSubscriber<Token, Never>? = AskingSubscriber(first: .unlimited)
      if let upstream, let subscriber { upstream.shareReplay().subscribe(subscriber) }
      let references = [WeakReference(upstream), WeakReference(upstream.flatMap(sendToken))]
      let kept = subscriber?.subscription
      if finishes {
        upstream?.subscribers[0].receive(completion: .finished)
      } else {
        kept?.cancel()
      }
      (upstream, subscriber) = (nil, nil)
      XCTAssert(references.allSatisfy { $0.object == nil }, "finishes: \(finishes)")
      XCTAssertNotNil(kept)
    }
  }

  func testTheSubscriptionUpstreamIsReleasedAtTheEnd() {
    for finishes in [false, true] {
      let upstream = ManualUpstream<Int>(sendsSubscription: false)
      let subscriber = upstream.shareReplay().sink { _ in }
      let reference = WeakReference(handOver(upstream))
      XCTAssertNotNil(reference.object)
      if finishes {
        upstream.subscribers[0].receive(completion: .finished)
      } else {
        subscriber.cancel()
      }
      XCTAssertNil(reference.object)
      subscriber.cancel()
    }
  }

  private func handOver(_ upstream: ManualUpstream<Int>) -> ManualSubscription {
    let subscription = upstream.makeSubscription("1")
    upstream.subscribers[0].receive(subscription: subscription)
    return subscription
  }
}
