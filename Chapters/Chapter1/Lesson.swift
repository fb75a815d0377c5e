import Foundation
import OpenCombineShim
import Playground

let lesson = Chapter(
  1, "A timer publisher and autoconnect",
  examples: [
    Example(
      "connect", "subscribed is not yet connected", length: 6, tick: 0.5, window: 0...5.5,
      body: connecting),
    Example(
      "autoconnect", "the first subscriber connects, the last one disconnects", length: 5,
      tick: 0.5, body: autoconnecting),
    Example(
      "store", "a connection that lives in a set", length: 4, tick: 0.5,
      window: 0...3, body: storing),
    Example(
      "progress", "a view that shows how far a song has played", length: 4, tick: 0.25,
      window: 0...3, body: showingProgress),
    Example(
      "interval", "the time since the last tick", length: 7, tick: 0.5, body: measuringIntervals),
    Example(
      "share", "two subscribers, one timer", length: 7, tick: 0.5, window: 0...5.5, body: sharing),
    Example(
      "twice", "connecting twice", length: 7, tick: 1, body: connectingTwice),
  ],
  benchmark: benchmark)

// MARK: - Subscribed is not yet connected

func connecting(_ stage: Stage) throws {
  let timer = TimerPublisher(every: 1, scheduler: stage.scheduler)
  timer.recorded(as: "timer", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
  try stage.wait(1.5)

  stage.log("a second and a half later: connect()")
  let connection = timer.connect()
  try stage.wait(3.5)

  stage.log("connection.cancel()")
  connection.cancel()
}

// MARK: - Autoconnect

func autoconnecting(_ stage: Stage) throws {
  let subscriber = TimerPublisher(every: 1, scheduler: stage.scheduler)
    .autoconnected()
    .recorded(as: "timer", in: stage.transcript)
    .sink { _ in }
  try stage.wait(3.5)

  stage.log("subscriber.cancel()")
  subscriber.cancel()
}

// MARK: - Keeping the connection

func storing(_ stage: Stage) throws {
  var connections: Set<AnyCancellable> = []
  let timer = TimerPublisher(every: 0.5, scheduler: stage.scheduler)
  timer.recorded(as: "timer", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
  timer.connect().store(in: &connections)
  try stage.wait(2.25)

  stage.log("connections.removeAll()")
  connections.removeAll()
}

// MARK: - A progress view

/// Shows a fraction between 0 and 1.
final class ProgressView {
  var fraction = 0.0 {
    didSet { stage.log("the view shows \(Int(fraction * 100)) %") }
  }
  private let stage: Stage

  init(on stage: Stage) { self.stage = stage }

  deinit { stage.log("the view is gone") }
}

/// Plays a song, and owns the view that shows how far it is.
final class Player {
  private var subscription: AnyCancellable?
  private let view: ProgressView
  private let stage: Stage

  init(duration: VirtualTime.Stride, on stage: Stage) {
    self.stage = stage
    view = ProgressView(on: stage)
    let start = stage.scheduler.now
    subscription = TimerPublisher(every: 0.5, scheduler: stage.scheduler)
      .autoconnected()
      .map { now in start.distance(to: now) }
      .map { position in position.seconds / duration.seconds }
      .recorded(as: "fraction", in: stage.transcript)
      .sink { [weak view] fraction in view?.fraction = fraction }
  }

  deinit { stage.log("the player is gone") }
}

func showingProgress(_ stage: Stage) throws {
  var player: Player? = Player(duration: 5, on: stage)
  try stage.wait(2.25)

  stage.log("the owner lets go of the player")
  withExtendedLifetime(player) {}  // a release build would let go of it as soon as it can
  player = nil
}

// MARK: - The time since the last tick

func measuringIntervals(_ stage: Stage) throws {
  let timer = TimerPublisher(every: 1, scheduler: stage.scheduler).autoconnected()

  stage.log("counted from the distant past")
  let naive = timer.map(\.date)
    .scan((previous: Date.distantPast, now: Date.distantPast)) { ($0.now, $1) }
    .map { $0.now.timeIntervalSince($0.previous) }
    .recorded(as: "naive", in: stage.transcript)
    .sink { _ in }
  try stage.wait(3.5)
  naive.cancel()

  stage.log("counted from the subscription")
  let start = stage.scheduler.now.date
  let repaired = timer.map(\.date)
    .scan((previous: start, now: start)) { ($0.now, $1) }
    .map { $0.now.timeIntervalSince($0.previous) }
    .recorded(as: "repaired", in: stage.transcript)
    .sink { _ in }
  try stage.wait(3.5)
  repaired.cancel()
}

// MARK: - Two subscribers, one timer

func sharing(_ stage: Stage) throws {
  let timer = TimerPublisher(every: 1, scheduler: stage.scheduler).autoconnected()
  let first = timer.recorded(as: "first", in: stage.transcript).sink { _ in }
  let second = timer.recorded(as: "second", in: stage.transcript).sink { _ in }
  try stage.wait(2.5)

  stage.log("a late subscriber: no tick of its own, the next one of the timer")
  let late = timer.recorded(as: "late", in: stage.transcript).sink { _ in }
  try stage.wait(2)

  stage.log("first.cancel()")
  first.cancel()
  try stage.wait(1)

  stage.log("second.cancel() and late.cancel()")
  second.cancel()
  late.cancel()
}

// MARK: - Connecting twice

func connectingTwice(_ stage: Stage) throws {
  let timer = TimerPublisher(every: 1, scheduler: stage.scheduler)
  timer.recorded(as: "timer", in: stage.transcript)
    .sink { _ in }
    .store(in: &stage.cancellables)
  let first = timer.connect()
  try stage.wait(1.5)

  stage.log("a second connection: the same timer, no second tick")
  let second = timer.connect()
  try stage.wait(1)

  stage.log("first.cancel(): the second still holds the timer")
  first.cancel()
  try stage.wait(1)

  stage.log("second.cancel(): no tick, and the subscriber stays")
  second.cancel()
  try stage.wait(1.5)

  stage.log("connect(): it goes on")
  timer.connect().store(in: &stage.cancellables)
}
