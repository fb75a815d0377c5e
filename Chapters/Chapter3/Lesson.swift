import Foundation
import OpenCombineShim
import Playground

let lesson = Chapter(
  3, "A custom subscription: the countdown publisher",
  examples: [
    Example(
      "countdown", "ten seconds, and the finish", length: 11, tick: 1, body: countingDown),
    Example(
      "demand", "one value at a time, and three and then nothing", length: 8, tick: 0.5,
      showsDemand: true, body: asking),
    Example(
      "cancel", "silence, and the subscription is released", length: 5, tick: 0.5, body: cancelling),
    Example(
      "clocks", "two subscribers, two clocks", length: 7, tick: 0.5, body: subscribingTwice),
    Example(
      "draft", "a first draft and the rules that it breaks", length: 14, tick: 0.5,
      showsDemand: true, body: comparingWithDraft),
    Example(
      "stall", "missed numbers are skipped, and zero is on time", length: 11, tick: 0.25,
      body: stalling),
    Example(
      "hundredths", "a thousand steps of 0.01", length: 11, tick: 0.01, window: 9.96...10.01,
      body: countingHundredths),
  ],
  benchmark: benchmark)

// MARK: - Ten seconds, and the finish

func countingDown(_ stage: Stage) throws {
  Timer.countdown(10, every: 1, on: stage.scheduler)
    .recorded(as: "countdown", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
}

// MARK: - A subscriber asks

func asking(_ stage: Stage) throws {
  let countdown = Timer.countdown(5, every: 1, on: stage.scheduler)

  let patient = RecordingSubscriber<TimeInterval, Never>(
    "one by one", in: stage.transcript, first: .max(1), next: { _ in .max(1) })
  countdown.subscribe(patient)
  try stage.wait(0.5)

  let sated = RecordingSubscriber<TimeInterval, Never>(
    "three", in: stage.transcript, first: .max(3))
  countdown.subscribe(sated)
  try stage.wait(6.5)

  stage.log("zero has waited since 5.500s for somebody to ask")
  sated.request(.max(1))
}

// MARK: - Cancel half-way

func cancelling(_ stage: Stage) throws {
  weak var subscription: AnyObject?
  let subscriber = Timer.countdown(5, every: 1, on: stage.scheduler)
    .handleEvents(receiveSubscription: { subscription = $0 as AnyObject })
    .recorded(as: "countdown", in: stage.transcript)
    .sink { _ in }
  try stage.wait(2.5)

  stage.log("the subscription is \(subscription == nil ? "released" : "alive")")
  subscriber.cancel()
  stage.log("the subscription is \(subscription == nil ? "released" : "alive")")
}

// MARK: - Two subscribers, two clocks

func subscribingTwice(_ stage: Stage) throws {
  let countdown = Timer.countdown(3, every: 1, on: stage.scheduler)
  for name in ["first", "second"] {
    countdown.recorded(as: name, in: stage.transcript)
      .sink { _ in }
      .store(in: &stage.cancellables)
    try stage.wait(2.5)
  }
}

// MARK: - A first draft

func comparingWithDraft(_ stage: Stage) throws {
  let draft = CountdownDraft(duration: 3, interval: 1, scheduler: stage.scheduler)
  let finished = Timer.countdown(3, every: 1, on: stage.scheduler)

  stage.log("the draft, asked for one value and then cancelled")
  try askForOneThenCancel(draft, "draft", on: stage)

  stage.log("the finished one, treated the same")
  try askForOneThenCancel(finished, "repaired", on: stage)

  stage.log("the finished one, to its end")
  try askForAll(finished, "repaired", on: stage)

  stage.log("the draft, to its end and beyond; last, because its timer never stops")
  try askForAll(draft, "draft", on: stage)
}

private func askForOneThenCancel<Countdown: Publisher>(
  _ countdown: Countdown, _ name: String, on stage: Stage
) throws where Countdown.Failure == Never {
  let judge = Judge()
  let subscriber = RecordingSubscriber<Countdown.Output, Never>(
    name, in: stage.transcript, first: .max(1), remark: judge.remark)
  countdown.subscribe(subscriber)
  try stage.wait(2.5)
  subscriber.cancel()
}

private func askForAll<Countdown: Publisher>(
  _ countdown: Countdown, _ name: String, on stage: Stage
) throws where Countdown.Failure == Never {
  let judge = Judge()
  let subscriber = RecordingSubscriber<Countdown.Output, Never>(
    name, in: stage.transcript, first: .unlimited, remark: judge.remark)
  countdown.subscribe(subscriber)
  try stage.wait(4.5)
}

/// Watches what passes between a publisher and a subscriber, and says which rule it breaks.
private final class Judge {
  private var isSubscribed = false
  private var owed = 0
  private var isCancelled = false
  private var isComplete = false

  func remark(_ event: Transcript.Event) -> String? {
    switch event {
    case .subscription: isSubscribed = true
    case .request(let demand, _): owed += demand.max ?? 1_000_000
    case .cancel: isCancelled = true
    case .value:
      owed -= 1
      if !isSubscribed { return "    this breaks rule 1: a value before the subscription" }
      if isComplete { return "    this breaks rule 18: a value after the completion" }
      if owed < 0 { return "    this breaks rule 5: more values than were asked for" }
    case .finished, .failure:
      if isCancelled { return "    this breaks rule 25: a completion from cancel()" }
      if isComplete { return "    this breaks rule 15: a second completion" }
      isComplete = true
    }
    return nil
  }
}

// MARK: - A stall

func stalling(_ stage: Stage) throws {
  Timer.countdown(10, every: 1, on: stage.scheduler)
    .recorded(as: "countdown", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
  try stage.wait(3.25)
  stage.stall(2.5)
}

// MARK: - A thousand steps

func countingHundredths(_ stage: Stage) throws {
  Timer.countdown(10, every: 0.01, on: stage.scheduler)
    .filter { $0 < 0.035 }
    .recorded(as: "countdown", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
}
