import OpenCombineShim
import Playground

private typealias Numbers = AnyPublisher<Int, Never>
private typealias Attach = (Numbers, @escaping (Int) -> Bool) -> Pausable & Cancellable

// MARK: - A first draft

func comparingWithDraft(_ stage: Stage) throws {
  let draft: Attach = { $0.pausableDraft(receiveCompletion: { _ in }, receiveValue: $1) }
  let finished: Attach = { $0.pausableSink(receiveCompletion: { _ in }, receiveValue: $1) }

  stage.log("resume() inside the closure, which will return false")
  try resumeInside("draft", draft, on: stage)
  try resumeInside("repaired", finished, on: stage)

  stage.log("letting go of what was returned")
  try letGo("draft let go", draft, on: stage)
  try letGo("repaired let go", finished, on: stage)

  stage.log("a second subscription")
  try subscribeTwice("draft", on: stage) {
    PausableDraft<Int, Never>(receiveCompletion: { _ in }, receiveValue: $0)
  }
  try subscribeTwice("repaired", on: stage) {
    PausableSubscriber<Int, Never>(receiveCompletion: { _ in }, receiveValue: $0)
  }
}

private func resumeInside(_ name: String, _ attach: Attach, on stage: Stage) throws {
  let source = PassthroughSubject<Int, Never>()
  var resume = {}
  let sink = attach(source.recorded(as: name, in: stage.transcript).eraseToAnyPublisher()) { _ in
    resume()
    return false
  }
  resume = { sink.resume() }
  try stage.wait(1)
  source.send(1)
  stage.log(sink.paused ? "    it is paused for ever: the resume() is lost" : "    it goes on")
  try stage.wait(1)
  source.send(2)
  resume = {}  // it holds the sink, which holds it
  withExtendedLifetime(sink) { source.send(completion: .finished) }
}

private func letGo(_ name: String, _ attach: Attach, on stage: Stage) throws {
  let source = PassthroughSubject<Int, Never>()
  var sink: Cancellable? = attach(
    source.recorded(as: name, in: stage.transcript).eraseToAnyPublisher(), { _ in true })
  try stage.wait(1)
  withExtendedLifetime(sink) { source.send(1) }
  sink = nil
  try stage.wait(1)
  source.send(2)
  stage.log(
    isCancelled(name, in: stage) ? "    it is cancelled" : "    nobody can cancel it any more")
  source.send(completion: .finished)
}

private func subscribeTwice<Sink: Subscriber & Cancellable>(
  _ name: String, on stage: Stage, make: (@escaping (Int) -> Bool) -> Sink
) throws where Sink.Input == Int, Sink.Failure == Never {
  let sources = (1...2).map { _ in PassthroughSubject<Int, Never>() }
  let names = (1...2).map { "\(name) source \($0)" }
  var count = 0
  var object: Object? = Object()
  weak var held: Object?
  held = object
  let sink = make { [object] _ in
    withExtendedLifetime(object) { count += 1 }
    return true
  }
  object = nil

  for (source, name) in zip(sources, names) {
    source.recorded(as: name, in: stage.transcript).subscribe(sink)
  }
  if !isCancelled(names[1], in: stage) {
    stage.log("    this breaks rule 35: it takes a second subscription, and loses the first")
  }
  try stage.wait(1)

  sink.cancel()
  for source in sources { source.send(1) }
  if count > 0 { stage.log("    this breaks rule 38: a value after its cancel is handled") }
  if held != nil { stage.log("    this breaks rule 28: it keeps its closure after its cancel") }
  try stage.wait(1)
  for source in sources { source.send(completion: .finished) }
}

/// Something for a closure to hold.
private final class Object {}

private func isCancelled(_ timeline: String, in stage: Stage) -> Bool {
  stage.transcript.entries.contains { $0.content == .event(.cancel, timeline: timeline) }
}
