import Foundation
import OpenCombineShim
import Playground

let lesson = Chapter(
  6, "PausableSink: backpressure",
  examples: [
    Example(
      "pausing", "a pause at each odd value, and a timer that resumes", length: 4, body: pausing),
    Example(
      "demand", "the same run, and who asks for what", length: 4, tick: 1, showsDemand: true,
      body: showingDemand),
    Example(
      "resuming", "from inside, from another thread, twice, and for nothing", length: 6, tick: 1,
      showsDemand: true, body: resuming),
    Example(
      "outside", "pause() from outside: what is in flight still arrives", length: 6, tick: 0.5,
      showsDemand: true, body: pausingFromOutside),
    Example(
      "ends", "the finish, a failure, a cancel and letting go, all while paused", length: 3,
      tick: 1, showsDemand: true, body: ending),
    Example(
      "buffer", "a source that can't wait", length: 9, tick: 0.5, showsDemand: true,
      body: buffering),
    Example(
      "draft", "a first draft and the rules that it breaks", length: 12, tick: 1,
      showsDemand: true, body: comparingWithDraft),
  ],
  benchmark: benchmark)

// MARK: - Pausing at each odd value

func pausing(_ stage: Stage) throws {
  pauseAtOddValues([1, 2, 3, 4, 5, 6].publisher, on: stage)
}

private func pauseAtOddValues<Numbers: Publisher>(_ numbers: Numbers, on stage: Stage)
where Numbers.Output == Int {
  let sink = numbers.pausableSink(
    receiveCompletion: { stage.log("Receive completion: \($0)") },
    receiveValue: { value in
      stage.log("Receive value: \(value)")
      guard value.isMultiple(of: 2) else {
        stage.log("Pausing")
        return false
      }
      return true
    })
  let start = stage.scheduler.now.advanced(by: 1)
  let timer = stage.scheduler.schedule(after: start, interval: 1) {
    guard sink.paused else { return }
    stage.log("Subscription is paused, resuming")
    sink.resume()
  }
  AnyCancellable(timer).store(in: &stage.cancellables)
}

// MARK: - Who asks for what

func showingDemand(_ stage: Stage) throws {
  pauseAtOddValues(
    [1, 2, 3, 4, 5, 6].publisher.recorded(as: "numbers", in: stage.transcript), on: stage)
}

// MARK: - Resuming

func resuming(_ stage: Stage) throws {
  let numbers = PassthroughSubject<Int, Never>()
  var onValue: () -> Void = {}
  let sink = numbers.recorded(as: "numbers", in: stage.transcript).pausableSink(
    receiveCompletion: { _ in },
    receiveValue: { _ in
      onValue()
      return false
    })
  AnyCancellable(sink).store(in: &stage.cancellables)

  try stage.wait(1)
  stage.log("resume() when it is not paused")
  sink.resume()

  try stage.wait(1)
  onValue = {
    stage.log("resume() inside the closure, which will return false")
    sink.resume()
  }
  numbers.send(1)

  try stage.wait(1)
  onValue = {
    stage.log("resume() from another thread while the closure is running")
    onAnotherThread { sink.resume() }
  }
  numbers.send(2)

  try stage.wait(1)
  onValue = {}
  numbers.send(3)

  try stage.wait(1)
  stage.log("paused: resume() from another thread, and once more")
  onAnotherThread { sink.resume() }
  sink.resume()

  try stage.wait(1)
  numbers.send(4)
}

/// Runs a piece of work on a thread of its own, and waits for it.
private func onAnotherThread(_ work: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    work()
    done.signal()
  }
  done.wait()
}

// MARK: - Pausing from outside

func pausingFromOutside(_ stage: Stage) throws {
  let sink = stage.ticks(every: 1).recorded(as: "ticks", in: stage.transcript)
    .controlledSink(receiveCompletion: { _ in }, receiveValue: { _ in })
  AnyCancellable(sink).store(in: &stage.cancellables)

  try stage.wait(1.5)
  stage.log("pause(), with a value asked for")
  sink.pause()

  try stage.wait(2)
  stage.log("resume()")
  sink.resume()

  try stage.wait(1)
  stage.log("pause() and resume(), with a value asked for")
  sink.pause()
  sink.resume()
}

// MARK: - Ends

func ending(_ stage: Stage) throws {
  let sources = (1...4).map { _ in PassthroughSubject<Int, Outage>() }
  var sinks = zip(sources, ["finish", "failure", "cancel", "let go"]).map { source, name in
    source.recorded(as: name, in: stage.transcript).pausableSink(
      receiveCompletion: { stage.log("\(name): the closure is called with \($0)") },
      receiveValue: { _ in false })
  }

  try stage.wait(1)
  for source in sources { source.send(1) }
  stage.log("paused: \(sinks.map(\.paused))")

  try stage.wait(1)
  sources[0].send(completion: .finished)
  sources[1].send(completion: .failure(Outage()))
  sinks[2].cancel()
  sinks.removeLast()
  stage.log("paused: \(sinks.map(\.paused))")

  try stage.wait(1)
  stage.log("resume(), and another value")
  for sink in sinks { sink.resume() }
  for source in sources { source.send(2) }
}

private struct Outage: Error, CustomStringConvertible {
  let description = "outage"
}

// MARK: - A buffer in between

func buffering(_ stage: Stage) throws {
  let strategies: [(name: String, whenFull: Publishers.BufferingStrategy<BufferIsFull>)] = [
    ("oldest", .dropOldest), ("newest", .dropNewest),
    ("fail", .customError(BufferIsFull.init)),
  ]
  let sources = strategies.map { _ in PassthroughSubject<Int, BufferIsFull>() }
  let sinks = zip(sources, strategies).map { source, strategy in
    source.recorded(as: "\(strategy.name) in", in: stage.transcript)
      .buffer(size: 2, prefetch: .byRequest, whenFull: strategy.whenFull)
      .recorded(as: "\(strategy.name) out", in: stage.transcript)
      .pausableSink(receiveCompletion: { _ in }, receiveValue: { _ in false })
  }

  for number in 1...6 {
    try stage.wait(0.5)
    if number > 4 { for sink in sinks { sink.resume() } }
    try stage.wait(0.5)
    for source in sources { source.send(number) }
  }
  for source in sources { source.send(completion: .finished) }

  for _ in 1...3 {
    try stage.wait(0.5)
    for sink in sinks { sink.resume() }
    try stage.wait(0.5)
  }
}

private struct BufferIsFull: Error, CustomStringConvertible {
  let description = "full"
}
