import OpenCombineShim
import Playground

let lesson = Chapter(
  8, "Publisher properties and type erasure",
  examples: [
    Example(
      "chain", "a state, a link and a view, and four presses of a button", length: 0,
      body: pressingNext),
    Example(
      "types", "what a type tells, and what it lets a subscriber do", length: 0,
      body: comparingTypes),
    Example(
      "initial", "without dropFirst the 0 shows", length: 2, tick: 1, body: showingTheInitialValue),
    Example(
      "willset", "the value that is sent, and the one that the object has", length: 0,
      body: lookingAtTheObject),
    Example("lifetimes", "who keeps whom", length: 0, body: comparingLifetimes),
    Example("lazy", "two subscribers, one construction", length: 0, body: buildingOnce),
  ],
  benchmark: benchmark)

// MARK: - The chain

func pressingNext(_ stage: Stage) throws {
  let state = State(generator: SeededGenerator(seed: 8))
  var link: Link? = Link(state.valuePublisher.recorded(as: "state", in: stage.transcript))
  var view = link.map {
    View($0.$contents.recorded(as: "link", in: stage.transcript), label: Label(on: stage))
  }

  for _ in 1...4 {
    stage.log("next()")
    state.next()
  }
  withExtendedLifetime((link, view)) { stage.log("the view and the link are released") }
  view = nil
  link = nil
}

// MARK: - Types

func comparingTypes(_ stage: Stage) throws {
  let open = OpenState()
  let state = State(generator: SeededGenerator(seed: 8))
  stage.log("not erased: \(type(of: open.valuePublisher))")
  stage.log("erased: \(type(of: state.valuePublisher))")

  var models = open.valuePublisher.upstream.upstream
  models.sink { stage.log("not erased: two steps upstream a subscriber gets \($0)") }
    .store(in: &stage.cancellables)
  stage.log("not erased: it can even assign to the private property")
  Just(Model(value: 99)).assign(to: &models)
  stage.log("not erased: now the state has \(open.value)")

  let erased: Any = state.valuePublisher
  let isChain = erased is Publishers.MapKeyPath<Publishers.Drop<Published<Model>.Publisher>, Int>
  stage.log("erased: a cast back to the chain \(isChain ? "succeeds" : "fails")")
}

// MARK: - The initial value

func showingTheInitialValue(_ stage: Stage) throws {
  let (with, without) = (Number(), Number())
  without.$value
    .recorded(as: "without", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
  with.$value
    .dropFirst()
    .recorded(as: "with", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)

  try stage.wait(1)
  without.value = 1
  with.value = 1
}

private final class Number {
  @Published var value = 0
}

// MARK: - The object and the value

func lookingAtTheObject(_ stage: Stage) throws {
  let state = State(generator: SeededGenerator(seed: 8))
  state.valuePublisher
    .sink { stage.log("at once: it was sent \($0), and the state has \(state.value)") }
    .store(in: &stage.cancellables)
  state.valuePublisher
    .receive(on: stage.scheduler)
    .sink { stage.log("a little later: it was sent \($0), and the state has \(state.value)") }
    .store(in: &stage.cancellables)

  for _ in 1...2 {
    state.next()
    try stage.wait(0)
  }
}

// MARK: - Lifetimes

func comparingLifetimes(_ stage: Stage) throws {
  let sources = (1...2).map { _ in PassthroughSubject<String, Never>() }
  var follower: Follower? = Follower(
    sources[0].recorded(as: "follower", in: stage.transcript), on: stage)
  var republisher: Republisher? = Republisher(
    sources[1].recorded(as: "republisher", in: stage.transcript), on: stage)

  for source in sources { source.send("a") }

  withExtendedLifetime((follower, republisher)) { stage.log("nobody holds them any more") }
  (follower, republisher) = (nil, nil)

  for source in sources { source.send("b") }
  for source in sources { source.send(completion: .finished) }
}

// MARK: - Built once

func buildingOnce(_ stage: Stage) throws {
  let state = LazyState(on: stage)
  _ = (state.computed, state.computed)

  stage.log("the first subscriber")
  state.kept
    .recorded(as: "first", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
  state.value = 1

  stage.log("the second subscriber")
  state.kept
    .recorded(as: "second", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
}
