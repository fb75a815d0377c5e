/// What happens to a shared publisher.
enum SharingStep {
  case send(Int)
  case finish
  case subscribe(habits: Habits)
  /// More values for a subscriber.
  case request(Int, subscriber: Int)
  case cancel(subscriber: Int)
}

/// What a subscriber does by itself.
struct Habits {
  /// What it asks for at first.
  var first = 0
  /// How many more values it asks for with each value.
  var returned = 0
  /// With which of its values it cancels, counted from 1; nil where it does not.
  var cancelsAt: Int?
}

/// What a subscriber received.
struct Received: Equatable, CustomStringConvertible {
  var values: [Int] = []
  var isComplete = false

  var description: String { "\(values)\(isComplete ? "|" : "")" }
}

/// What each subscriber should receive, and how often upstream is subscribed to and cancelled.
///
/// Each subscriber has a list of its own here: what it may replay, and then every value.
struct SharingModel {
  private struct Subscriber {
    var habits: Habits
    var due: [Int]
    var demand: Int
    var isOver = false
    var received = Received()
  }

  let capacity: Int
  private(set) var connections = 0
  private(set) var cancels = 0
  private var subscribers: [Subscriber] = []
  private var latest: [Int] = []
  private var isConnected = false
  private var isFinished = false

  init(capacity: Int) {
    self.capacity = capacity
  }

  var received: [Received] { subscribers.map(\.received) }

  mutating func take(_ step: SharingStep) {
    switch step {
    case .send(let value):
      guard isConnected else { return }
      latest = Array((latest + [value]).suffix(capacity))
      for index in subscribers.indices where !subscribers[index].isOver {
        subscribers[index].due.append(value)
      }
      for index in subscribers.indices { settle(index) }
    case .finish:
      guard isConnected else { return }
      (isFinished, isConnected) = (true, false)
      for index in subscribers.indices { settle(index) }
    case .subscribe(let habits):
      subscribers.append(Subscriber(habits: habits, due: latest, demand: habits.first))
      if !isFinished, !isConnected {
        isConnected = true
        connections += 1
      }
      settle(subscribers.count - 1)
    case .request(let count, let index):
      guard index < subscribers.count else { return }
      subscribers[index].demand += count
      settle(index)
    case .cancel(let index):
      guard index < subscribers.count else { return }
      cancel(index)
    }
  }

  private mutating func settle(_ index: Int) {
    while !subscribers[index].isOver, subscribers[index].demand > 0, !subscribers[index].due.isEmpty
    {
      subscribers[index].received.values.append(subscribers[index].due.removeFirst())
      subscribers[index].demand += subscribers[index].habits.returned - 1
      if subscribers[index].habits.cancelsAt == subscribers[index].received.values.count {
        cancel(index)
      }
    }
    if isFinished, !subscribers[index].isOver, subscribers[index].due.isEmpty {
      subscribers[index].isOver = true
      subscribers[index].received.isComplete = true
    }
  }

  private mutating func cancel(_ index: Int) {
    guard !subscribers[index].isOver else { return }
    subscribers[index].isOver = true
    guard isConnected, subscribers.allSatisfy(\.isOver) else { return }
    isConnected = false
    cancels += 1
    latest = []
  }
}
