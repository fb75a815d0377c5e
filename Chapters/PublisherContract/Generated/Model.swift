/// What is certainly allowed, whatever the publisher: it reads what happened to each subscriber,
/// line by line, and says which rule the first wrong line breaks.
///
/// What only some correct publishers would do, it lets pass.
struct Model {
  struct Breach: Equatable {
    let rule: Int
    let expected: String
    let seen: String
    /// The offending line, or nil where something is missing at the end.
    let line: Int?
  }

  /// What is known of one subscriber.
  private struct Subscriber {
    var subscriptionLine: Int?
    var isComplete = false
    var hasAskedAfterCancel = false
    /// Whether it asked for everything at once.
    var isUnlimited: Bool?
  }

  private let record: Record
  private let kind: Rule.Kind
  /// The rules of which it says nothing.
  private let exempt: Set<Int>
  private var subscribers: [String: Subscriber] = [:]
  private var names: [String] = []

  /// Reads what happened.
  ///
  /// - Parameters:
  ///   - record: What the moves did.
  ///   - kind: What they did it to.
  ///   - exempt: The rules of which to say nothing.
  init(_ record: Record, of kind: Rule.Kind, exempt: Set<Int> = []) {
    self.record = record
    self.kind = kind
    self.exempt = exempt
  }

  /// The first breach, if there is one.
  ///
  /// - Parameter control: What a single subscriber sees; called only where it decides.
  mutating func breach(control: () -> Control) -> Breach? {
    for (index, line) in record.lines.enumerated() {
      if let breach = read(line, at: index), !exempt.contains(breach.rule) { return breach }
    }
    return breachAtEnd(control: control)
  }

  // MARK: Line by line

  private mutating func read(_ line: History.Line, at index: Int) -> Breach? {
    if line.kind == .subscribe, !names.contains(line.probe), !line.isUpstream {
      names.append(line.probe)
      subscribers[line.probe] = Subscriber()
    }
    guard var subscriber = subscribers[line.probe] else { return nil }
    defer { subscribers[line.probe] = subscriber }
    let cancel = record.cancels[line.probe].flatMap { index > $0.start ? $0 : nil }
    switch line.kind {
    case .subscription:
      defer { subscriber.subscriptionLine = subscriber.subscriptionLine ?? index }
      return subscriber.subscriptionLine == nil
        ? nil
        : Breach(
          rule: 1, expected: "\(line.probe) receives one subscription",
          seen: "it receives a second one", line: index)
    case .request:
      if subscriber.isUnlimited == nil {
        subscriber.isUnlimited = line.text.hasPrefix("request unlimited")
      }
      if cancel != nil { subscriber.hasAskedAfterCancel = true }
      return nil
    case .value, .completion:
      defer { if line.kind == .completion { subscriber.isComplete = true } }
      return breach(by: line, at: index, subscriber, cancel)
    default: return nil
    }
  }

  /// What a value or a completion breaks.
  private func breach(
    by line: History.Line, at index: Int, _ subscriber: Subscriber, _ cancel: Record.Cancel?
  ) -> Breach? {
    func breach(_ rule: Int, _ expected: String, _ seen: String? = nil) -> Breach {
      Breach(
        rule: rule, expected: expected, seen: seen ?? "\(line.probe): \(line.text)", line: index)
    }
    let isValue = line.kind == .value
    if subscriber.subscriptionLine == nil {
      return breach(1, "\(line.probe) receives a subscription before anything else")
    }
    if subscriber.isComplete {
      return isValue
        ? breach(18, "nothing after the completion of \(line.probe)")
        : breach(15, "one completion for \(line.probe)", "a second one")
    }
    if let cancel {
      if !isValue, index < cancel.end ?? .max { return breach(25, "a cancel sends no completion") }
      if isValue, cancel.isInsideValue, !subscriber.hasAskedAfterCancel {
        return breach(22, "no value for \(line.probe) after its cancel inside receive(_:)")
      }
      return breach(21, "nothing for \(line.probe) after its cancel")
    }
    if isValue, let owed = line.owed, owed < 0 {
      return breach(5, "no more values than were asked for", "a value while nothing was owed")
    }
    return nil
  }
}

// MARK: At the end

extension Model {
  /// What one subscriber sees alone that asks for everything, when as many values are made and
  /// then the end.
  struct Control {
    let values: [String]
    let isComplete: Bool
  }

  private func breachAtEnd(control: () -> Control) -> Breach? {
    missingSubscription ?? missingCompletion(control) ?? disorder(control)
  }

  private var missingSubscription: Breach? {
    guard !exempt.contains(1) else { return nil }
    return names.first { subscribers[$0]?.subscriptionLine == nil }.map {
      Breach(
        rule: 1, expected: "\($0) receives a subscription", seen: "it receives nothing", line: nil)
    }
  }

  /// A completion is due where all asked for everything at once, so that nothing holds a value
  /// back, and where it came to the control.
  private func missingCompletion(_ control: () -> Control) -> Breach? {
    guard !exempt.contains(16), kind != .publisher, !record.hasFailed, let finish = record.finish,
      subscribers.values.allSatisfy({ $0.isUnlimited == true })
    else { return nil }
    let missing = names.first { name in
      guard let subscriber = subscribers[name], !subscriber.isComplete else { return false }
      return record.cancels[name] == nil && subscriber.subscriptionLine ?? .max < finish
    }
    guard let missing, control().isComplete else { return nil }
    return Breach(
      rule: 16, expected: "the completion for \(missing), which asked for everything",
      seen: "nothing", line: nil)
  }

  /// The order of values is known where a subject sends on what it is sent, each value once.
  private func disorder(_ control: () -> Control) -> Breach? {
    guard !exempt.contains(34), kind == .subject, names.count > 1 else { return nil }
    for (place, name) in names.enumerated() {
      for other in names[..<place] {
        let (mine, others) = (lines(of: name), lines(of: other))
        let common = Set(mine.map(\.text)).intersection(others.map(\.text))
        let order = others.map(\.text).filter(common.contains)
        let seen = mine.filter { common.contains($0.text) }
        guard order.count == common.count, seen.count == common.count,
          let wrong = zip(seen, order).first(where: { $0.text != $1 })?.0,
          control().values == (0..<record.produced).map({ "\($0 + 1)" })
        else { continue }
        return Breach(
          rule: 34, expected: "the order that \(other) sees: \(order.joined(separator: " "))",
          seen: "\(name): \(seen.map(\.text).joined(separator: " "))", line: wrong.line)
      }
    }
    return nil
  }

  /// The values that a subscriber received, each with the place of its line.
  private func lines(of name: String) -> [(text: String, line: Int)] {
    record.lines.enumerated().compactMap { index, line in
      guard line.kind == .value, line.probe == name else { return nil }
      return ("\(line.text.split(separator: " ")[1])", index)
    }
  }
}
