import Foundation
import OpenCombineShim

/// What the subscribers of a `ShareReplay` share: one connection, one log and one lock.
///
/// A value from upstream goes into the log, once, however many subscribers there are. Each of them
/// has a bookmark, the place of the value that comes next for it, and reads on when it has demand.
/// What stands before all bookmarks, and is too old to be replayed, is dropped.
final class ReplayHub<Output, Failure: Error>: @unchecked Sendable {
  typealias Member = ReplaySubscription<Output, Failure>
  typealias Link = ReplayLink<Output, Failure>

  // Each value goes through these two. They are closures made in the initialiser, where the compiler
  // knows the types and makes them fast: a method that another module calls stays generic.
  let accept: (Link, Output) -> Void
  let drain: (Member) -> Void

  private let capacity: Int
  private let connect: (Link) -> Void

  // A lock already keeps accesses apart: `unchecked` saves looking for that at each of them.
  let lock = NSLock()  // guards everything below
  @exclusivity(unchecked) private var log = ReplayLog<Output>()
  @exclusivity(unchecked) private var members: [Member] = []
  @exclusivity(unchecked) private var link: Link?  // while connecting or connected
  @exclusivity(unchecked) private var completion: Subscribers.Completion<Failure>?  // for good

  /// - Parameters:
  ///   - capacity: How many values a late subscriber is replayed; not negative.
  ///   - connect: Subscribes a link to upstream.
  init(capacity: Int, connect: @escaping (Link) -> Void) {
    self.capacity = capacity
    self.connect = connect
    accept = { link, value in
      link.lock.lock()
      let hub = link.hub
      let dropped = hub?.share(value)
      link.lock.unlock()
      withExtendedLifetime((hub, dropped)) {}
    }
    drain = { member in
      member.lock.lock()
      let hub = member.hub
      hub?.emit(to: member)
      let dropped = hub?.trim()
      member.lock.unlock()
      withExtendedLifetime((hub, dropped)) {}
    }
  }

  // MARK: Subscribers come and go

  func join<Downstream: Subscriber>(_ subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    lock.lock()
    let member = Member(
      hub: self, next: log.end - min(capacity, log.count),
      receive: { subscriber.receive($0) }, complete: { subscriber.receive(completion: $0) })
    members.append(member)
    lock.unlock()
    subscriber.receive(subscription: member)
    open(member)
  }

  /// Lets events through, now that the subscriber has its subscription, and connects where nobody
  /// else has.
  private func open(_ member: Member) {
    lock.lock()
    member.isEmitting = false
    let isFirst = member.receive != nil && link == nil && completion == nil
    if isFirst { link = Link(self) }
    let link = isFirst ? link : nil
    lock.unlock()
    drain(member)
    if let link { connect(link) }
  }

  func leave(_ member: Member) {
    lock.lock()
    let downstream = remove(member)
    let isLast = downstream != nil && members.isEmpty && completion == nil
    let end = isLast ? link?.end() : nil
    if isLast { link = nil }
    let dropped = isLast ? log.drop(before: log.end) : trim()
    lock.unlock()
    end?.subscription?.cancel()
    withExtendedLifetime((downstream, end, dropped)) {}
  }

  /// Takes a member off the list, once. Called with the lock held, by somebody who holds the hub.
  private func remove(_ member: Member) -> (receive: Member.Receive, complete: Member.Complete)? {
    guard let receive = member.receive, let complete = member.complete else { return nil }
    (member.receive, member.complete, member.hub) = (nil, nil, nil)
    members.removeAll { $0 === member }
    return (receive, complete)
  }

  // MARK: Events come in

  /// Gives a value to all, and only then delivers it. Called with the lock held.
  private func share(_ value: Output) -> ReplayLog<Output>.Dropped {
    log.append(value)
    return emitToAll()
  }

  /// Gives the completion to all, and only then delivers it. Called with the lock held.
  func accept(_ completion: Subscribers.Completion<Failure>) -> ReplayLog<Output>.Dropped {
    self.completion = completion
    link = nil
    return emitToAll()
  }

  private func emitToAll() -> ReplayLog<Output>.Dropped {
    let members = members
    for member in members { emit(to: member) }
    return trim()
  }

  /// Drops what nobody needs any more, and hands it out to be released. Called with the lock held.
  private func trim() -> ReplayLog<Output>.Dropped {
    guard log.count > capacity else { return .init() }
    var needed = log.end - capacity
    for member in members { needed = min(needed, member.next) }
    return log.drop(before: needed)
  }

  // MARK: Events go out

  /// Delivers what a member has not had yet, as far as it has asked, unless a call further out or
  /// another thread is doing so. Called with the lock held, which it lets go of for each delivery.
  private func emit(to member: Member) {
    guard !member.isEmitting else { return }
    while let demand = deliverValue(to: member) {
      lock.lock()
      member.isEmitting = false
      member.demand += demand
    }
    if deliverCompletion(to: member) { lock.lock() }
  }

  /// Delivers one value and returns the demand for more, without the lock; or returns nil, with it.
  ///
  /// It is a function of its own so that all it has taken is released before the lock is back.
  private func deliverValue(to member: Member) -> Subscribers.Demand? {
    guard let receive = member.receive, member.demand > .none, member.next < log.end else {
      return nil
    }
    let value = log[member.next]
    member.next += 1
    member.demand -= 1
    member.isEmitting = true
    lock.unlock()
    return receive(value)
  }

  /// Delivers the completion behind the last value and returns true, without the lock; or returns
  /// false, with it.
  private func deliverCompletion(to member: Member) -> Bool {
    guard let completion, member.next == log.end, let downstream = remove(member) else {
      return false
    }
    lock.unlock()
    downstream.complete(completion)
    return true
  }
}
