import Foundation
import OpenCombineShim
import Playground

let lesson = Chapter(
  2, "The countdown by scan",
  examples: [
    Example(
      "countdown", "a label, and an end", length: 12, tick: 1, body: countingDown),
    Example(
      "format", "minutes, seconds and hundredths", length: 3, tick: 0.5, body: formatting),
    Example(
      "start", "where is the start, and when is the end", length: 14, tick: 0.5,
      window: 0...13, body: mendingBothEnds),
    Example(
      "hundredths", "a thousand steps of 0.01 do not make 10", length: 11, tick: 0.01,
      window: 9.97...10.02, body: addingHundredths),
    Example(
      "stall", "late once is late for ever", length: 12, tick: 0.25, window: 0...11,
      body: stalling),
    Example(
      "late", "a label that joins late has a short first interval", length: 7, tick: 0.5,
      body: joiningLate),
  ])

// MARK: - A label, and an end

func countingDown(_ stage: Stage) throws {
  let countdown = stage.ticks(every: 1)
    .map { _ in 1 }
    .scan(10, -)
    .recorded(as: "countdown", in: stage.transcript)
    .share()

  let label = Label(on: stage)
  countdown.map { "\($0)" }
    .assign(to: \.text, on: label)
    .store(in: &stage.cancellables)

  countdown
    .receive(on: stage.scheduler)  // after the label: share() promises no order
    .filter { $0 == 0 }
    .sink { _ in
      stage.log("zero: everything is cancelled")
      stage.cancellables.removeAll()
    }
    .store(in: &stage.cancellables)
}

// MARK: - Minutes, seconds and hundredths

func formatting(_ stage: Stage) throws {
  let label = Label(on: stage)
  stage.ticks(every: 0.5)
    .map { _ in 0.5 }
    .scan(61.25, -)
    .recorded(as: "countdown", in: stage.transcript)
    .map(clockText)
    .assign(to: \.text, on: label)
    .store(in: &stage.cancellables)
}

// MARK: - Both ends

func mendingBothEnds(_ stage: Stage) throws {
  let steps = stage.ticks(every: 1).map { _ in 1 }

  stage.log("scan alone: the three is never sent, and nothing ends it")
  let scanned = steps.scan(3, -)
    .recorded(as: "alone", in: stage.transcript)
    .sink { _ in }
  try stage.wait(4.5)
  scanned.cancel()

  stage.log("prepend, and prefix(while:): it ends one interval after zero")
  steps.scan(3, -)
    .prepend(3)
    .prefix { $0 >= 0 }
    .recorded(as: "one late", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
  try stage.wait(4.5)

  stage.log("stop before zero, and append it: it ends with zero")
  steps.scan(3, -)
    .prefix { $0 > 0 }
    .prepend(3)
    .append(0)
    .recorded(as: "on time", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
}

// MARK: - A thousand steps

func addingHundredths(_ stage: Stage) throws {
  let ticks = stage.ticks(every: 0.01)

  let subtracted = ticks.map { _ in 0.01 }.scan(10.0, -)
  subtracted.filter { $0 < 0.025 }
    .recorded(as: "subtracted", in: stage.transcript)
    .first { $0 <= 0 }
    .sink { _ in }
    .store(in: &stage.cancellables)

  let multiplied = ticks.map { _ in 1 }.scan(1_000, -).map { Double($0) * 0.01 }
  multiplied.filter { $0 < 0.025 }
    .recorded(as: "multiplied", in: stage.transcript)
    .first { $0 <= 0 }
    .sink { _ in }
    .store(in: &stage.cancellables)
}

// MARK: - A stall

func stalling(_ stage: Stage) throws {
  let ticks = stage.ticks(every: 1)

  let counted = ticks.map { _ in 1 }.scan(10, -)
  counted.recorded(as: "counted", in: stage.transcript)
    .first { $0 <= 0 }
    .sink { _ in }
    .store(in: &stage.cancellables)

  let deadline = stage.scheduler.now.advanced(by: 10)
  let measured = ticks.map { now in Int(now.distance(to: deadline).seconds.rounded(.up)) }
  measured.recorded(as: "from the deadline", in: stage.transcript)
    .first { $0 <= 0 }
    .sink { _ in }
    .store(in: &stage.cancellables)

  try stage.wait(3.25)
  stage.stall(2.5)
}

// MARK: - A late label

func joiningLate(_ stage: Stage) throws {
  let steps = stage.ticks(every: 1).map { _ in 1 }.share()

  let label = Label("the first label", on: stage)
  steps.scan(10, -)
    .recorded(as: "first", in: stage.transcript)
    .map { "\($0)" }
    .assign(to: \.text, on: label)
    .store(in: &stage.cancellables)
  try stage.wait(3.5)

  stage.log("a second label joins; its first second lasts half a second")
  let lateLabel = Label("the late label", on: stage)
  steps
    .receive(on: stage.scheduler)  // after the first: share() promises no order
    .scan(10, -)
    .recorded(as: "late", in: stage.transcript)
    .map { "\($0)" }
    .assign(to: \.text, on: lateLabel)
    .store(in: &stage.cancellables)
}
