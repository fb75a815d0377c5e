import Foundation
import OpenCombineShim
import Playground

// The example `draft` of the lesson: the draft and the finished operator, treated the same.

func comparingWithDraft(_ stage: Stage) throws {
  for (name, share) in [
    ("draft", { $0.shareReplayDraft(capacity: 2) }),
    ("repaired", { $0.shareReplay(capacity: 2).eraseToAnyPublisher() }),
  ] as [(String, (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>)] {
    try finishWhileValuesWait(name, on: stage, share)
    try stage.wait(0.5)
    try sendFromInside(name, on: stage, share)
    try stage.wait(0.5)
    try comeBack(name, on: stage, share)
    try stage.wait(0.5)
  }
}

private typealias Share = (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>

private func finishWhileValuesWait(_ name: String, on stage: Stage, _ share: Share) throws {
  stage.log("the \(name) one, asked for one value of three")
  let subject = PassthroughSubject<Int, Never>()
  var waiting = 3
  let subscriber = RecordingSubscriber<Int, Never>(
    "\(name) 1", in: stage.transcript, first: .max(1),
    remark: { event in
      if case .value = event { waiting -= 1 }
      guard event == .finished, waiting > 0 else { return nil }
      return "    this breaks rule 17: a completion before \(waiting) values that wait"
    })
  share(subject).subscribe(subscriber)
  for value in 1...3 { subject.send(value) }
  subject.send(completion: .finished)
  subscriber.request(.unlimited)
}

private func sendFromInside(_ name: String, on stage: Stage, _ share: Share) throws {
  stage.log("the \(name) one, with a value that is sent inside receive(_:)")
  let subject = PassthroughSubject<Int, Never>()
  let shared = share(subject)
  var latest = 0
  let subscribers = [
    RecordingSubscriber<Int, Never>(
      "\(name) 2", in: stage.transcript, first: .unlimited,
      next: { value in
        if value == 1 { subject.send(2) }
        return .none
      }),
    RecordingSubscriber<Int, Never>(
      "\(name) 3", in: stage.transcript, first: .unlimited,
      next: { value in
        if value < latest { stage.log("    this breaks rule 34: another order than its sibling's") }
        latest = value
        return .none
      }),
  ]
  for subscriber in subscribers { shared.subscribe(subscriber) }
  subject.send(1)
  for subscriber in subscribers { subscriber.cancel() }
}

private func comeBack(_ name: String, on stage: Stage, _ share: Share) throws {
  stage.log("the \(name) one, when all have cancelled and one comes back")
  let subject = PassthroughSubject<Int, Never>()
  let shared = share(subject)
  let subscribers = [4, 5].map {
    RecordingSubscriber<Int, Never>(
      "\(name) \($0)", in: stage.transcript, first: .unlimited)
  }
  shared.subscribe(subscribers[0])
  subject.send(1)
  subscribers[0].cancel()
  shared.subscribe(subscribers[1])
  subject.send(2)
  subscribers[1].cancel()
}
