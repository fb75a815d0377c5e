import Dispatch
import OpenCombineShim
import TestSupport
import XCTest

@testable import Chapter4

/// How a timer ends, on ticks that are made by hand: when it stops, and what it lets go of.
final class EndTests: XCTestCase {
  private typealias Asking = AskingSubscriber<DispatchTime, Never>

  private let hand = HandSource()

  func testCancelIsSilentAndStopsOnce() {
    let subscriber = Asking(first: .unlimited)
    Publishers.timer(interval: .seconds(1), source: hand.source).subscribe(subscriber)
    hand.tick()
    subscriber.subscription?.cancel()
    subscriber.subscription?.cancel()
    subscriber.subscription?.request(.unlimited)
    hand.tick()
    XCTAssertEqual(subscriber.numbers, [1])
    XCTAssertEqual(subscriber.completions, [])
    XCTAssertEqual(hand.starts, 1)
    XCTAssertEqual(hand.stops, 1)
  }

  func testCancelDuringTheLastValueMeansNoFinish() {
    let subscription = Locked<Subscription?>(nil)
    let subscriber = Asking(first: .unlimited) { _ in
      subscription.value?.cancel()
      return .unlimited
    }
    Publishers.timer(interval: .seconds(1), times: .max(1), source: hand.source)
      .subscribe(subscriber)
    subscription.change { $0 = subscriber.subscription }
    hand.tick()
    hand.tick()
    XCTAssertEqual(subscriber.numbers, [1])
    XCTAssertEqual(subscriber.completions, [])
    XCTAssertEqual(hand.stops, 1)
  }

  func testItIsStoppedWhenCancelledOrFinishedWhileItStarts() {
    for cancels in [true, false] {
      let hand = HandSource()
      let subscriber = Asking(first: .none)
      hand.onStart = { cancels ? subscriber.subscription?.cancel() : hand.tick() }
      Publishers.timer(interval: .seconds(1), times: .max(1), source: hand.source)
        .subscribe(subscriber)
      subscriber.subscription?.request(.unlimited)
      XCTAssertEqual(hand.stops, 1)
      XCTAssertEqual(subscriber.completions, cancels ? [] : [.finished])
    }
  }

  func testASubscriptionThatNobodyHoldsStops() {
    let subscriber = Asking(first: .unlimited)
    Publishers.timer(interval: .seconds(1), source: hand.source).subscribe(subscriber)
    hand.tick()
    subscriber.subscription = nil
    XCTAssertEqual(hand.stops, 1)
    hand.tick()
    XCTAssertEqual(subscriber.numbers, [1])
  }

  func testEveryEndReleasesTheSubscriberAndTheSubscription() {
    for cancels in [true, false] {
      weak var weakSubscriber: AskingSubscriber<DispatchTime, Never>?
      var weakly = WeakReference(nil)
      do {
        let subscriber = Asking(first: .unlimited)
        Publishers.timer(interval: .seconds(1), times: .max(2), source: hand.source)
          .subscribe(subscriber)
        weakSubscriber = subscriber
        weakly = WeakReference(subscriber.subscription as AnyObject)
        XCTAssertNotNil(weakly.object)
        hand.tick()
        if cancels { subscriber.subscription?.cancel() } else { hand.tick() }
        let kept = subscriber.subscription  // what still holds the subscription holds nothing else
        subscriber.subscription = nil
        withExtendedLifetime(kept) {}
      }
      XCTAssertNil(weakSubscriber, "\(cancels)")
      XCTAssertNil(weakly.object, "\(cancels)")
    }
  }
}
