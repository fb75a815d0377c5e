import Foundation
import OpenCombineShim
import TestSupport
import XCTest

@testable import Chapter6

/// Nothing is kept after the end, whatever the end.
final class LeakTests: XCTestCase {
  func testTheFinish() {
    assertNothingIsKept { source, _ in source.send(completion: .finished) }
  }

  func testAFailure() {
    assertNothingIsKept { source, _ in source.send(completion: .failure(ProbeFailure())) }
  }

  func testACancel() {
    assertNothingIsKept { _, sink in sink?.cancel() }
  }

  func testLettingGo() {
    assertNothingIsKept { _, sink in sink = nil }
  }

  func testACancelInsideTheClosure() {
    assertNothingIsKept(inside: { _, sink in sink?.cancel() }, end: { _, _ in })
  }

  func testAFinishInsideTheClosure() {
    assertNothingIsKept(
      inside: { source, _ in source.send(completion: .finished) }, end: { _, _ in })
  }

  func testTheEndWhilePaused() {
    assertNothingIsKept(goesOn: false) { source, _ in source.send(completion: .finished) }
    assertNothingIsKept(goesOn: false) { _, sink in sink?.cancel() }
    assertNothingIsKept(goesOn: false) { _, sink in sink = nil }
  }

  func testTheEndAfterASecondSubscription() {
    assertNothingIsKept { source, sink in
      source.subscribeAgain()
      sink?.cancel()
    }
  }

  func testAnEndInsteadOfASubscription() {
    weak var held: Token?
    func run() -> PausableSubscriber<Int, ProbeFailure> {
      let token = Token()
      held = token
      let subscriber = PausableSubscriber<Int, ProbeFailure>(
        receiveCompletion: { _ in withExtendedLifetime(token) {} },
        receiveValue: { _ in withExtendedLifetime(token) { true } })
      subscriber.cancel()
      return subscriber
    }
    let subscriber = run()
    XCTAssertNil(held)
    let source = ProbeSource()
    source.subscribe(subscriber)
    XCTAssertEqual(source.events, [.cancel])
  }

  /// The closures, and what they hold, go outside the lock.
  func testAClosureMayUseItsSinkWhenItIsReleased() {
    for isCancel in [true, false] {
      let source = ProbeSource()
      let subscriber = Locked<PausableSubscriber<Int, ProbeFailure>?>(nil)
      let released = Locked(0)
      func subscribe() {
        let token = Token {
          _ = subscriber.value?.paused
          subscriber.value?.resume()
          subscriber.value?.cancel()
          released.change { $0 += 1 }
        }
        let made = PausableSubscriber<Int, ProbeFailure>(
          receiveCompletion: { _ in withExtendedLifetime(token) {} },
          receiveValue: { _ in withExtendedLifetime(token) { false } })
        subscriber.change { $0 = made }
        source.subscribe(made)
      }
      subscribe()
      source.send(1)
      let returns = onAnotherThread {
        if isCancel { subscriber.value?.cancel() } else { source.send(completion: .finished) }
      }
      XCTAssert(returns, "it waits for a lock that its own thread holds")
      XCTAssertEqual(released.value, 1)
    }
  }

  // MARK: The check

  private typealias Act = (ProbeSource, inout (Pausable & Cancellable)?) -> Void

  /// Asserts that after an end nothing holds the closures, the subscriber or the source.
  private func assertNothingIsKept(
    goesOn: Bool = true, inside: @escaping Act = { _, _ in }, file: StaticString = #filePath,
    line: UInt = #line, end: Act
  ) {
    weak var heldSource: ProbeSource?
    weak var heldToken: Token?
    var subscriber = WeakReference(nil)
    var sink: (Pausable & Cancellable)?

    func run() {
      let source = ProbeSource()
      let token = Token()
      (heldSource, heldToken) = (source, token)
      sink = source.pausableSink(
        receiveCompletion: { _ in withExtendedLifetime(token) {} },
        receiveValue: { [unowned source] _ in
          inside(source, &sink)
          return withExtendedLifetime(token) { goesOn }
        })
      subscriber = WeakReference(source.subscriber)
      source.send(1)
      end(source, &sink)
    }
    run()
    XCTAssertNil(heldToken, "the closures", file: file, line: line)
    XCTAssertNil(heldSource, "the source", file: file, line: line)
    withExtendedLifetime(sink) {}
    sink = nil
    XCTAssertNil(subscriber.object, "the subscriber", file: file, line: line)
  }
}

/// Something for closures to hold.
private final class Token {
  private let onRelease: () -> Void

  init(onRelease: @escaping () -> Void = {}) { self.onRelease = onRelease }

  deinit { onRelease() }
}
