import OpenCombineShim
import Playground

let lesson = Chapter(
  7, "unwrap: operators made of operators",
  examples: [
    Example("unwrap", "the values without the nils", length: 0, body: unwrapping),
    Example("types", "what a chain is called, and what hides it", length: 0, body: namingTypes),
    Example("demand", "what two values cost upstream", length: 0, body: showingDemand),
    Example("pairwise", "each value with the one before it", length: 0, body: pairing),
    Example("log", "telling what passes", length: 0, body: logging),
    Example(
      "countdown", "a countdown as a chain, in a hurry and not", length: 5, tick: 1,
      showsDemand: true, body: countingDown),
    Example(
      "latest", "where this way ends", length: 3, tick: 0.5, showsDemand: true,
      body: sharingLatest),
  ])

// MARK: - The values without the nils

func unwrapping(_ stage: Stage) throws {
  let numbers = [1, 2, nil, 3, nil, 4].publisher
  numbers.unwrap()
    .sink { stage.log("Received value: \($0)") }
    .store(in: &stage.cancellables)
}

// MARK: - The names of chains

func namingTypes(_ stage: Stage) throws {
  func name<P: Publisher>(_ words: String, _ publisher: P) {
    stage.log("\(words): \(String(describing: type(of: publisher)))")
  }
  let numbers = [1, 2, nil, 3, nil, 4].publisher
  let unwrapped = numbers.unwrap()
  name("numbers", numbers)
  name("compactMap", numbers.compactMap { $0 })
  name("unwrap()", unwrapped)
  name("unwrap() and map", unwrapped.map { $0 * 2 })

  let erased = unwrapped.eraseToAnyPublisher()
  name("erased", erased)
  name("erased and map", erased.map { $0 * 2 })
}

// MARK: - What two values cost

func showingDemand(_ stage: Stage) throws {
  let numbers = [1, nil, 2, 3].publisher
  let subscriber = RecordingSubscriber<Int, Never>(
    "unwrapped", in: stage.transcript, first: .max(2))
  numbers.recorded(as: "numbers", in: stage.transcript).unwrap().subscribe(subscriber)
}

// MARK: - Pairs

func pairing(_ stage: Stage) throws {
  let squares = [1, 4, 9, 16].publisher
  let subscriber = RecordingSubscriber<Int, Never>(
    "differences", in: stage.transcript, first: .max(2))
  squares.recorded(as: "squares", in: stage.transcript)
    .pairwise()
    .map { $1 - $0 }
    .subscribe(subscriber)
}

// MARK: - Telling what passes

func logging(_ stage: Stage) throws {
  let subscriber = RecordingSubscriber<Int, Never>("logged", in: stage.transcript, first: .max(2))
  [1, 2].publisher.recorded(as: "numbers", in: stage.transcript)
    .log("passing", to: stage.log)
    .subscribe(subscriber)
}

// MARK: - A countdown

func countingDown(_ stage: Stage) throws {
  let hurried = RecordingSubscriber<Int, Never>(
    "hurried", in: stage.transcript, first: .unlimited)
  stage.ticks(every: 1).countdown(from: 3).subscribe(hurried)

  let patient = RecordingSubscriber<Int, Never>("patient", in: stage.transcript, first: .max(2))
  stage.ticks(every: 1).recorded(as: "patient ticks", in: stage.transcript)
    .countdown(from: 3)
    .subscribe(patient)

  for _ in 1...2 {
    try stage.wait(2)
    patient.request(.max(1))  // the tick of this instant has gone by
  }
}

// MARK: - Where this way ends

func sharingLatest(_ stage: Stage) throws {
  let source = PassthroughSubject<Int, Never>()
  let shared = source.recorded(as: "upstream", in: stage.transcript).shareLatestDraft()
  let slow = RecordingSubscriber<Int, Never>("slow", in: stage.transcript, first: .max(1))
  shared.subscribe(slow)

  for value in 1...3 {
    try stage.wait(0.5)
    source.send(value)
  }

  try stage.wait(0.5)
  stage.log("the slow one asks, and gets the latest; what came before that is lost")
  slow.request(.max(1))

  try stage.wait(0.5)
  stage.log("the end overtakes the 4, which the slow one has not asked for yet")
  source.send(4)
  source.send(completion: .finished)

  try stage.wait(0.5)
  stage.log("who comes late gets the end, and no value")
  let late = RecordingSubscriber<Int, Never>("late", in: stage.transcript, first: .max(1))
  shared.subscribe(late)
}
