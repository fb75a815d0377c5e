import Foundation
import OpenCombineShim
import Playground

// The example `draft` of the lesson: the draft and the finished operator, treated the same.

private typealias Share = (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>

func comparingWithDraft(_ stage: Stage) throws {
  try compare("draft", on: stage) { $0.shareReplayDraft(capacity: 2) }
  try compare("repaired", on: stage) { $0.shareReplay(capacity: 2).eraseToAnyPublisher() }
}

private func compare(_ name: String, on stage: Stage, _ share: Share) throws {
  for act in [finishWhileValuesWait, sendFromInside, comeBack] {
    act(name, stage, share)
    try stage.wait(0.5)
  }
}

private func finishWhileValuesWait(_ name: String, _ stage: Stage, _ share: Share) {
  stage.log("\(name), asked for one value of three")
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

private func sendFromInside(_ name: String, _ stage: Stage, _ share: Share) {
  stage.log("\(name), with a value that is sent inside receive(_:)")
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

private func comeBack(_ name: String, _ stage: Stage, _ share: Share) {
  stage.log("\(name), when all have cancelled and one comes back")
  let subject = PassthroughSubject<Int, Never>()
  let shared = share(subject)
  var isSecond = false
  let subscribers = [4, 5].map {
    RecordingSubscriber<Int, Never>(
      "\(name) \($0)", in: stage.transcript, first: .unlimited,
      remark: { event in
        guard isSecond, event == .value("1") else { return nil }
        return "    no rule forbids this, but the value is stale"
      })
  }
  shared.subscribe(subscribers[0])
  subject.send(1)
  subscribers[0].cancel()
  isSecond = true
  shared.subscribe(subscribers[1])
  subject.send(2)
  subscribers[1].cancel()
}
