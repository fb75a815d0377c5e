import Foundation
import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter6

final class PauseModelTests: XCTestCase {
  func testTheModelItself() {
    var model = PauseModel()
    XCTAssertEqual(
      model.events(of: .value(inside: [], goesOn: true)), [.value, .returned(1)])
    XCTAssertEqual(
      model.events(of: .value(inside: [.resume], goesOn: false)), [.value, .returned(1)])
    XCTAssertEqual(
      model.events(of: .value(inside: [], goesOn: false)), [.value, .returned(0)])
    XCTAssertTrue(model.paused)
    XCTAssertEqual(model.events(of: .value(inside: [], goesOn: true)), [])
    XCTAssertEqual(model.events(of: .call(.resume)), [.request])
    XCTAssertEqual(model.events(of: .call(.resume)), [])
    XCTAssertEqual(
      model.events(of: .value(inside: [.cancel, .resume], goesOn: true)),
      [.value, .cancel, .returned(0)])
    XCTAssertEqual(model.events(of: .call(.finish)), [])
  }

  func testRandomSequencesDoWhatTheModelSays() {
    for seed in 0..<2_000 {
      var random = SeededGenerator(seed: seed)
      let steps = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        step(using: &random)
      }
      var model = PauseModel()
      let play = Play()
      for (index, step) in steps.enumerated() {
        let expected = model.events(of: step)
        let actual = play.events(of: step)
        guard actual != expected || play.sink.paused != model.paused else { continue }
        return XCTFail(
          """
          seed \(seed), step \(index) of \(steps): expected \(expected), paused \(model.paused), \
          but got \(actual), paused \(play.sink.paused)
          """)
      }
    }
  }

  private func step(using random: inout SeededGenerator) -> PauseStep {
    guard Int.random(in: 0..<2, using: &random) == 0 else {
      return .call(call(using: &random))
    }
    let calls = (0..<max(0, Int.random(in: -3...2, using: &random))).map { _ in
      call(using: &random)
    }
    return .value(inside: calls, goesOn: .random(using: &random))
  }

  /// Ends are rare, so that much comes before them.
  private func call(using random: inout SeededGenerator) -> PauseCall {
    let calls: [PauseCall] =
      Int.random(in: 0..<8, using: &random) == 0
      ? [.cancel, .finish, .fail]
      : [.resume, .resume, .resumeOnAnotherThread, .resumeInsideTheRequest, .subscribeAgain]
    return calls.randomElement(using: &random)!
  }
}

/// Plays steps on a real sink, and writes down what is to be seen.
private final class Play {
  let sink: Pausable & Cancellable
  private let source = ProbeSource()
  private let events = Locked([PauseEvent]())
  private let insideClosure = Locked<() -> Bool>({ true })
  private var seen = 0

  init() {
    sink = source.pausableSink(
      receiveCompletion: { [events] completion in
        let isFinished = if case .finished = completion { true } else { false }
        events.change { $0.append(isFinished ? .finished : .failed) }
      },
      receiveValue: { [events, insideClosure] _ in
        events.change { $0.append(.value) }
        return insideClosure.value()
      })
    source.onEvent { [events] event in
      let event: PauseEvent =
        switch event {
        case .request: .request
        case .returned(let count): .returned(count)
        case .cancel: .cancel
        case .refused: .refused
        }
      events.change { $0.append(event) }
    }
  }

  func events(of step: PauseStep) -> [PauseEvent] {
    switch step {
    case .call(let call): play(call)
    case .value(let calls, let goesOn):
      insideClosure.change {
        $0 = { [unowned self] in
          for call in calls { play(call) }
          return goesOn
        }
      }
      source.send(1)
    }
    defer { seen = events.value.count }
    return Array(events.value.dropFirst(seen))
  }

  private func play(_ call: PauseCall) {
    switch call {
    case .resume: sink.resume()
    case .resumeOnAnotherThread: onAnotherThread { [sink] in sink.resume() }
    case .resumeInsideTheRequest:
      source.onRequest { [sink] in sink.resume() }
      sink.resume()
      source.onRequest(nil)
    case .cancel: sink.cancel()
    case .finish: source.send(completion: .finished)
    case .fail: source.send(completion: .failure(ProbeFailure()))
    case .subscribeAgain: source.subscribeAgain()
    }
  }
}
