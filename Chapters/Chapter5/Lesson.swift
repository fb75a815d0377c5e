import Foundation
import OpenCombineShim
import Playground

let lesson = Chapter(
  5, "shareReplay: a publisher that transforms values",
  examples: [
    Example("classic", "three subscribers, the last one late", length: 5, body: sharing),
    Example(
      "upstream", "the same seen from upstream: one subscription", length: 5, tick: 0.5,
      body: watchingUpstream),
    Example(
      "slow", "one value at a time, after upstream has finished", length: 6, tick: 0.5,
      showsDemand: true, body: askingSlowly),
    Example(
      "failure", "a failure is remembered like a finish", length: 3, tick: 0.5, body: failing),
    Example(
      "capacity", "what a late subscriber is replayed", length: 2, tick: 0.5,
      body: comparingCapacities),
    Example(
      "afresh", "all cancel, and one comes back", length: 4, tick: 0.5, body: comingBack),
    Example(
      "inside", "subscribing and sending inside receive(_:)", length: 0, body: callingFromInside),
    Example(
      "draft", "a first draft and the rules that it breaks", length: 3, tick: 0.5,
      body: comparingWithDraft),
  ],
  benchmark: benchmark)

// MARK: - Three subscribers

func sharing(_ stage: Stage) throws {
  let subject = PassthroughSubject<Int, Never>()
  let shared = subject.shareReplay(capacity: 2)
  try share(shared, of: subject, on: stage) { name in
    shared.sink(
      receiveCompletion: { stage.log("\(name) completed: \($0)") },
      receiveValue: { stage.log("\(name) received \($0)") }
    )
    .store(in: &stage.cancellables)
  }
}

/// The story of the chapter: who subscribes when, and what is sent.
private func share(
  _ shared: some Publisher<Int, Never>, of subject: PassthroughSubject<Int, Never>,
  on stage: Stage, subscribe: (_ name: String) -> Void
) throws {
  subject.send(0)  // nobody is there yet
  subscribe("subscription1")
  for value in 1...3 {
    try stage.wait(0.5)
    subject.send(value)
  }
  try stage.wait(0.5)
  subscribe("subscription2")
  for value in 4...5 {
    try stage.wait(0.5)
    subject.send(value)
  }
  try stage.wait(0.5)
  subject.send(completion: .finished)

  try stage.wait(1)
  stage.log("Subscribing to shareReplay after upstream completed")
  subscribe("subscription3")
}

// MARK: - Seen from upstream

func watchingUpstream(_ stage: Stage) throws {
  let subject = PassthroughSubject<Int, Never>()
  let shared = subject.recorded(as: "shareReplay", in: stage.transcript).shareReplay(capacity: 2)
  try share(shared, of: subject, on: stage) { name in
    shared.recorded(as: name, in: stage.transcript)
      .sink { _ in }
      .store(in: &stage.cancellables)
  }
}

// MARK: - A slow subscriber

func askingSlowly(_ stage: Stage) throws {
  let subject = PassthroughSubject<String, Never>()
  let shared = subject.shareReplay(capacity: 1)

  let slow = RecordingSubscriber<String, Never>("slow", in: stage.transcript, first: .max(1))
  shared.subscribe(slow)
  for value in ["a", "b", "c"] { subject.send(value) }
  subject.send(completion: .finished)
  try stage.wait(1)

  stage.log("upstream has finished, and b and c wait")
  let late = RecordingSubscriber<String, Never>("late", in: stage.transcript, first: .none)
  shared.subscribe(late)
  for subscriber in [slow, late, slow] {
    try stage.wait(1.5)
    subscriber.request(.max(1))
  }
}

// MARK: - A failure

struct Refused: Error {}

func failing(_ stage: Stage) throws {
  let subject = PassthroughSubject<Int, Refused>()
  let shared = subject.shareReplay(capacity: 2)
  func subscribe(_ name: String) {
    shared.recorded(as: name, in: stage.transcript)
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      .store(in: &stage.cancellables)
  }
  subscribe("early")
  try stage.wait(0.5)
  subject.send(1)
  try stage.wait(0.5)
  subject.send(completion: .failure(Refused()))
  try stage.wait(1)
  subscribe("late")
}

// MARK: - Capacities

func comparingCapacities(_ stage: Stage) throws {
  // A subject for each, because one subject serves several subscribers in an order of its own.
  let ways = [("capacity 0", 0), ("capacity 1", 1), ("unbounded", Int.max)].map { name, capacity in
    let subject = PassthroughSubject<Int, Never>()
    return (name: name, subject: subject, shared: subject.shareReplay(capacity: capacity))
  }
  for way in ways {
    way.shared.sink { _ in }.store(in: &stage.cancellables)
    for value in 1...3 { way.subject.send(value) }
    way.shared.recorded(as: way.name, in: stage.transcript)
      .sink { _ in }
      .store(in: &stage.cancellables)
  }
  try stage.wait(1)
  for way in ways {
    way.subject.send(4)
    way.subject.send(completion: .finished)
  }

  try stage.wait(1)
  stage.log("upstream has finished")
  for way in ways {
    way.shared.recorded(as: "\(way.name) after", in: stage.transcript)
      .sink { _ in }
      .store(in: &stage.cancellables)
  }
}

// MARK: - All cancel, and one comes back

func comingBack(_ stage: Stage) throws {
  let subject = PassthroughSubject<Int, Never>()
  let shared = subject.recorded(as: "upstream", in: stage.transcript).shareReplay(capacity: 2)
  func subscribe(_ name: String) -> AnyCancellable {
    shared.recorded(as: name, in: stage.transcript).sink { _ in }
  }
  let (first, second) = (subscribe("first"), subscribe("second"))
  try stage.wait(0.5)
  subject.send(1)
  try stage.wait(0.5)
  first.cancel()
  try stage.wait(0.5)
  second.cancel()
  try stage.wait(0.5)
  subject.send(2)  // nobody is there

  try stage.wait(0.5)
  subscribe("third").store(in: &stage.cancellables)
  try stage.wait(0.5)
  subject.send(3)
}

// MARK: - Calls from inside

func callingFromInside(_ stage: Stage) throws {
  let subject = PassthroughSubject<Int, Never>()
  let shared = subject.shareReplay(capacity: 1)
  func subscribe(_ name: String, onValue: @escaping (Int) -> Void = { _ in }) {
    shared.recorded(as: name, in: stage.transcript)
      .sink(receiveValue: onValue)
      .store(in: &stage.cancellables)
  }
  subscribe("first") { value in
    if value == 1 {
      stage.log("first sends 2")
      subject.send(2)
    }
    if value == 3 {
      stage.log("first brings a third")
      subscribe("third")
    }
  }
  subscribe("second")
  subject.send(1)
  subject.send(3)
  subject.send(4)
}
