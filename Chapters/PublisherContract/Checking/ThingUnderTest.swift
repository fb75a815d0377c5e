import OpenCombineShim
import Playground

/// What the contract is checked on: a name, some facts, and a way to make a fresh one.
public struct ThingUnderTest {
  /// A fresh thing on its stand.
  struct Stand {
    /// Subscribes a probe, so many times as one subscriber; nil for a subscriber.
    var subscribe: ((Probe, _ times: Int) -> Void)?
    /// Subscribes a subscriber to the upstream, which keeps it from then on.
    var start: (() -> Void)?
    /// Makes one more value.
    var produce: () -> Void
    /// Makes the end come.
    var finish: (() -> Void)?
    /// Makes a failure come.
    var fail: (() -> Void)?
    /// Connects a connectable publisher.
    var connect: (() -> Cancellable)?
    /// Cancels a subscriber, where that is possible.
    var cancel: (() -> Void)?
  }

  /// How the report calls it.
  public let name: String
  let kind: Rule.Kind
  let facts: Facts
  let make: (Scene) -> Stand
  /// Whether no virtual clock drives it.
  var isRealTime = false

  /// A publisher that makes values of its own, in virtual time.
  ///
  /// - Parameters:
  ///   - name: How the report calls it.
  ///   - facts: What can be expected.
  ///   - make: Makes a fresh one on a scheduler.
  public static func publisher<P: Publisher>(
    _ name: String, _ facts: Facts = Facts(), make: @escaping @Sendable (VirtualTimeScheduler) -> P
  ) -> ThingUnderTest {
    ThingUnderTest(name: name, kind: .publisher, facts: facts) { scene in
      timed(make(scene.scheduler), facts, scene)
    }
  }

  /// A connectable publisher that makes values of its own, in virtual time.
  ///
  /// - Parameters:
  ///   - name: How the report calls it.
  ///   - facts: What can be expected once it is connected.
  ///   - make: Makes a fresh one on a scheduler.
  public static func connectable<P: ConnectablePublisher>(
    _ name: String, _ facts: Facts = Facts(), make: @escaping @Sendable (VirtualTimeScheduler) -> P
  ) -> ThingUnderTest {
    ThingUnderTest(name: name, kind: .publisher, facts: facts) { scene in
      connected(make(scene.scheduler), facts, scene)
    }
  }

  /// A publisher that no virtual clock can drive: it is checked in real time.
  ///
  /// The run loop of the thread that makes it is turned in its default mode, and other queues work,
  /// while the checker waits for the next value. A busy machine can be late, so a rule that says
  /// nothing of calls that hang is reported as broken or not exercised only if it held in none of
  /// three runs.
  ///
  /// - Parameters:
  ///   - name: How the report calls it.
  ///   - facts: What can be expected. Its interval must be so long that a busy machine can keep to it.
  ///   - make: Makes a fresh one.
  public static func realTimePublisher<P: Publisher>(
    _ name: String, _ facts: Facts, make: @escaping @Sendable () -> P
  ) -> ThingUnderTest {
    ThingUnderTest(
      name: name, kind: .publisher, facts: facts, make: { timed(make(), facts, $0) },
      isRealTime: true)
  }

  /// A connectable publisher that no virtual clock can drive: it is checked in real time.
  ///
  /// - Parameters:
  ///   - name: How the report calls it.
  ///   - facts: What can be expected once it is connected.
  ///   - make: Makes a fresh one. See `realTimePublisher(_:_:make:)`.
  public static func realTimeConnectable<P: ConnectablePublisher>(
    _ name: String, _ facts: Facts, make: @escaping @Sendable () -> P
  ) -> ThingUnderTest {
    ThingUnderTest(
      name: name, kind: .publisher, facts: facts, make: { connected(make(), facts, $0) },
      isRealTime: true)
  }

  /// An operator. One that delivers on a queue in real time is judged before its values arrive: check
  /// it as a real-time publisher, with a source in it. One that needs a scheduler can be handed a
  /// virtual one: see the next function.
  ///
  /// - Parameters:
  ///   - name: How the report calls it.
  ///   - facts: What can be expected.
  ///   - make: Puts a fresh one on an upstream.
  public static func `operator`<P: Publisher>(
    _ name: String, _ facts: Facts = Facts(), make: @escaping @Sendable (ProbeUpstream) -> P
  ) -> ThingUnderTest {
    ThingUnderTest(name: name, kind: .operator, facts: facts) { scene in
      fed(make(scene.upstream), scene)
    }
  }

  /// An operator that works on a scheduler, in virtual time.
  ///
  /// Behind each value, and behind the end, `interval` of the facts passes: it must be so long that
  /// what upstream has sent arrives meanwhile, as a delay has to be over.
  ///
  /// - Parameters:
  ///   - name: How the report calls it.
  ///   - facts: What can be expected.
  ///   - make: Puts a fresh one on an upstream and a scheduler.
  public static func `operator`<P: Publisher>(
    _ name: String, _ facts: Facts = Facts(),
    make: @escaping @Sendable (ProbeUpstream, VirtualTimeScheduler) -> P
  ) -> ThingUnderTest {
    ThingUnderTest(name: name, kind: .operator, facts: facts) { scene in
      var stand = fed(make(scene.upstream, scene.scheduler), scene)
      stand.produce = behind(stand.produce, scene)
      stand.finish = stand.finish.map { behind($0, scene) }
      stand.fail = stand.fail.map { behind($0, scene) }
      return stand
    }
  }

  /// An operator that subscribes to its upstream when it is connected.
  ///
  /// - Parameters:
  ///   - name: How the report calls it.
  ///   - facts: What can be expected once it is connected.
  ///   - make: Puts a fresh one on an upstream.
  public static func connectableOperator<P: ConnectablePublisher>(
    _ name: String, _ facts: Facts = Facts(), make: @escaping @Sendable (ProbeUpstream) -> P
  ) -> ThingUnderTest {
    ThingUnderTest(name: name, kind: .operator, facts: facts) { scene in
      let publisher = make(scene.upstream)
      var stand = fed(publisher, scene)
      stand.connect = { AnyCancellable(publisher.connect()) }
      return stand
    }
  }

  /// A subject.
  ///
  /// - Parameters:
  ///   - name: How the report calls it.
  ///   - facts: What can be expected.
  ///   - make: Makes a fresh one.
  public static func subject<S: Subject>(
    _ name: String, _ facts: Facts = Facts(), make: @escaping @Sendable () -> S
  ) -> ThingUnderTest where S.Output == Int {
    ThingUnderTest(name: name, kind: .subject, facts: facts) { scene in
      let subject = make()
      return Stand(
        subscribe: subscribe(subject),
        produce: {
          let number = scene.nextNumber()
          scene.history.record(.action, "send(\(number))", by: "subject")
          subject.send(number)
        },
        finish: {
          scene.history.record(.action, "send(completion: .finished)", by: "subject")
          subject.send(completion: .finished)
        },
        fail: (ProbeError() as? S.Failure).map { error in
          {
            scene.history.record(.action, "send(completion: .failure)", by: "subject")
            subject.send(completion: .failure(error))
          }
        })
    }
  }

  /// A subscriber.
  ///
  /// - Parameters:
  ///   - name: How the report calls it.
  ///   - facts: What can be expected.
  ///   - make: Makes a fresh one, which tells the closure that it is handed whatever it lets through,
  ///     and says how to cancel it.
  public static func subscriber<S: Subscriber>(
    _ name: String, _ facts: Facts = Facts(),
    make:
      @escaping @Sendable (_ log: @escaping (String) -> Void) -> (
        subscriber: S, cancel: (() -> Void)?
      )
  ) -> ThingUnderTest where S.Input == Int, S.Failure == ProbeError {
    ThingUnderTest(name: name, kind: .subscriber, facts: facts) { scene in
      let token = Token()
      scene.token = WeakReference(token)
      let (subscriber, cancel) = make { [token, weak scene] in
        scene?.history.record(.value, $0, by: "subscriber")
        scene?.onOutput?()
        withExtendedLifetime(token) {}
      }
      return Stand(
        start: { scene.upstream.subscribe(subscriber) },
        produce: { scene.upstream.send(scene.nextNumber()) },
        finish: { scene.upstream.send(completion: .finished) },
        fail: { scene.upstream.send(completion: .failure(ProbeError())) },
        cancel: cancel)
    }
  }

  private static func timed<P: Publisher>(_ publisher: P, _ facts: Facts, _ scene: Scene) -> Stand {
    Stand(
      subscribe: subscribe(publisher),
      produce: { scene.letTimePass(intervals: 1) },
      finish: facts.end.map { end in { scene.letTimePass(intervals: end) } })
  }

  private static func connected<P: ConnectablePublisher>(
    _ publisher: P, _ facts: Facts, _ scene: Scene
  ) -> Stand {
    var stand = timed(publisher, facts, scene)
    stand.connect = { AnyCancellable(publisher.connect()) }  // a scene that is over ends it
    return stand
  }

  private static func fed<P: Publisher>(_ publisher: P, _ scene: Scene) -> Stand {
    Stand(
      subscribe: subscribe(publisher),
      produce: { scene.upstream.send(scene.nextNumber()) },
      finish: { scene.upstream.send(completion: .finished) },
      fail: { scene.upstream.send(completion: .failure(ProbeError())) })
  }

  private static func behind(_ call: @escaping () -> Void, _ scene: Scene) -> () -> Void {
    {
      call()
      scene.letTimePass(intervals: 1)
    }
  }

  private static func subscribe<P: Publisher>(_ publisher: P) -> (Probe, Int) -> Void {
    { probe, times in
      let subscriber = ProbeSubscriber<P.Output, P.Failure>(probe)
      probe.subscriber = WeakReference(subscriber)
      for _ in 0..<times { publisher.subscribe(subscriber) }
    }
  }
}

/// Lives as long as the closure that a subscriber was given.
private final class Token {}
