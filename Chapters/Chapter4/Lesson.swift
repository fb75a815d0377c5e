import Dispatch
import OpenCombineShim
import Playground

let lesson = Chapter(
  4, "DispatchTimer: a publisher that emits values",
  examples: [
    Example(
      "cancel", "three values, a cancel, and silence", length: 6, tick: 0.5, body: cancelling),
    Example(
      "finish", "six values and the finish", length: 7, tick: 1, body: finishing),
    Example(
      "demand", "one by one, and twice and no more", length: 5, tick: 0.5, showsDemand: true,
      body: asking),
    Example(
      "dropped", "ticks that nobody asked for", length: 8, tick: 0.5, showsDemand: true,
      body: dropping),
    Example(
      "stall", "five missed ticks, one value, and the grid unmoved", length: 10, tick: 0.5,
      body: stalling),
    Example("none", "no times at all", length: 1, tick: 0.5, body: timingNothing),
    Example(
      "draft", "a first draft and the rules that it breaks", length: 10, tick: 0.5,
      showsDemand: true, body: comparingWithDraft),
  ],
  benchmark: benchmark)

/// A timer of one second on the example's clock. Its values are times of that clock.
private func timer(
  _ times: Subscribers.Demand, on stage: Stage
) -> Publishers.Map<Publishers.DispatchTimer, VirtualTime> {
  Publishers.timer(interval: .seconds(1), times: times, source: .virtual(stage.scheduler))
    .map(virtualTime)
}

private func virtualTime(_ time: DispatchTime) -> VirtualTime {
  VirtualTime(nanoseconds: Int64(time.uptimeNanoseconds))
}

// MARK: - Six values, or as many as come before the cancel

func cancelling(_ stage: Stage) throws {
  let subscriber = timer(.max(6), on: stage)
    .recorded(as: "timer", in: stage.transcript)
    .sink { _ in }
  try stage.wait(3.5)
  subscriber.cancel()
}

func finishing(_ stage: Stage) throws {
  timer(.max(6), on: stage)
    .recorded(as: "timer", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
}

// MARK: - A subscriber asks

func asking(_ stage: Stage) throws {
  let patient = RecordingSubscriber<VirtualTime, Never>(
    "one by one", in: stage.transcript, first: .max(1), next: { _ in .max(1) })
  timer(.max(4), on: stage).subscribe(patient)

  let sated = RecordingSubscriber<VirtualTime, Never>(
    "twice", in: stage.transcript, first: .max(1))
  timer(.max(4), on: stage).subscribe(sated)
  try stage.wait(1.5)
  sated.request(.max(1))
  try stage.wait(3)
  sated.cancel()
}

// MARK: - Nobody asks

func dropping(_ stage: Stage) throws {
  let subscriber = RecordingSubscriber<VirtualTime, Never>(
    "timer", in: stage.transcript, first: .max(1))
  timer(.max(4), on: stage).subscribe(subscriber)
  try stage.wait(3.5)
  subscriber.request(.max(2))
  try stage.wait(3)
  subscriber.request(.max(5))
}

// MARK: - A stall

func stalling(_ stage: Stage) throws {
  timer(.unlimited, on: stage)
    .recorded(as: "timer", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
  try stage.wait(2.5)
  stage.stall(5)
}

// MARK: - No times at all

func timingNothing(_ stage: Stage) throws {
  let subscriber = RecordingSubscriber<VirtualTime, Never>(
    "timer", in: stage.transcript, first: .none)
  timer(.none, on: stage).subscribe(subscriber)
}

// MARK: - A first draft

func comparingWithDraft(_ stage: Stage) throws {
  let draft = DispatchTimerDraft(
    interval: .seconds(1), times: 2, source: .virtual(stage.scheduler))
  let finished = Publishers.timer(
    interval: .seconds(1), times: .max(2), source: .virtual(stage.scheduler))

  stage.log("the draft, asked one by one")
  try askOneByOne(draft, "draft", on: stage)

  stage.log("the finished one, treated the same")
  try askOneByOne(finished, "repaired", on: stage)

  stage.log("the finished one, to its end and beyond")
  try askForAll(finished, "repaired", on: stage)

  stage.log("the draft, to its end and beyond")
  try askForAll(draft, "draft", on: stage)
}

private func askOneByOne<Timer: Publisher>(
  _ timer: Timer, _ name: String, on stage: Stage
) throws where Timer.Output == DispatchTime, Timer.Failure == Never {
  let judge = Judge()
  let subscriber = RecordingSubscriber<VirtualTime, Never>(
    name, in: stage.transcript, first: .max(1), next: { _ in .max(1) }, remark: judge.remark)
  timer.map(virtualTime).subscribe(subscriber)
  try stage.wait(2)
  if let remark = judge.remarkOnSilence { stage.log(remark) }
  subscriber.cancel()
}

private func askForAll<Timer: Publisher>(
  _ timer: Timer, _ name: String, on stage: Stage
) throws where Timer.Output == DispatchTime, Timer.Failure == Never {
  let judge = Judge()
  let subscriber = RecordingSubscriber<VirtualTime, Never>(
    name, in: stage.transcript, first: .unlimited, remark: judge.remark)
  var kept: Subscription?
  timer.subscribe(
    AnySubscriber(
      receiveSubscription: {
        kept = $0
        subscriber.receive(subscription: $0)
      },
      receiveValue: { subscriber.receive(virtualTime($0)) },
      receiveCompletion: subscriber.receive(completion:)))
  try stage.wait(3)
  stage.log("\(name): asked once more")
  kept?.request(.max(1))
  kept?.cancel()
}
