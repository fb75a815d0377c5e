extension RulePage {
  /// The page's section on the checker. Its listings stand in files that are built and tested.
  static let checking = """
    ## Checking a publisher of your own

    [Mine.swift](../Chapters/Mine/Mine.swift) has a place for it. Put your publisher there instead,
    and run `swift run Mine`, which checks it against all rules in some seconds, or in half a minute
    where calls hang. From then on `swift test` fails in `MineTests`, which knows the report on the
    draft that stood there. As long as you have not committed yours, `git checkout HEAD Chapters/Mine`
    throws it away and brings that draft back; files that you have added stay. This is the whole
    program, from [main.swift](../Chapters/Mine/main.swift):

    ```swift
    import PublisherContract

    let mine = ThingUnderTest.publisher("Mine", Facts { $0.end = 20 }) { Mine(on: $0) }
    print(checkContract(of: mine, startingAgainWith: []).text)
    ```

    The closure makes a fresh publisher for each trial, on the virtual clock that it is handed. So
    your publisher takes its scheduler as a parameter, as [Chapter 1](Chapter1.md) does. The closure
    is `@Sendable`: what it captures must be safe on any thread. A file that uses Combine's types
    imports `OpenCombineShim`; `ProbeError` is of `PublisherContract`. There is a call for each kind
    of type:

    | Call | The closure is handed | and makes | Example |
    |---|---|---|---|
    | `publisher` | the virtual clock | any publisher | \
    `.publisher("Numbers", facts) { Numbers(to: 20, on: $0) }` |
    | `connectable` | the virtual clock | any connectable publisher | \
    `.connectable("Numbers", facts) { ConnectableNumbers(to: 20, on: $0) }` |
    | `operator` | an upstream of `Int` and `ProbeError` | any publisher | \
    `.operator("map") { $0.map { $0 * 2 } }` |
    | `operator`, for what needs time | that upstream and the virtual clock | any publisher | \
    `.operator("delay", facts) { $0.delay(for: 1, scheduler: $1) }` |
    | `connectableOperator` | an upstream of `Int` and `ProbeError` | any connectable publisher | \
    `.connectableOperator("multicast", facts) { $0.multicast { PassthroughSubject() } }` |
    | `subject` | nothing | a subject whose `Output` is `Int`; it is made to fail where its `Failure` \
    is `ProbeError` | `.subject("Passthrough") { PassthroughSubject<Int, ProbeError>() }` |
    | `subscriber` | a closure to call with a text for whatever it lets through | a subscriber of `Int` \
    and `ProbeError`, and a closure that cancels it, or nil | \
    `.subscriber("Collector") { (Collector(log: $0), nil) }` |
    | `realTimePublisher` | nothing | any publisher | \
    `.realTimePublisher("delay", facts) { Just(1).delay(for: 0.01, scheduler: queue) }` |
    | `realTimeConnectable` | nothing | any connectable publisher | \
    `.realTimeConnectable("tick", facts) { Timer.publish(every: 0.01, on: .current, in: .common) }` |

    The types of these examples are Combine's own, or the checker's in
    [References](../Chapters/PublisherContract/References), which has a correct type of each kind to
    read: put your own in their place. `queue` is a `DispatchQueue`, and `facts` the facts below.

    The last two calls are for what no virtual clock can drive. In real time a race has 5 rounds, and no
    sequences are generated, so that *held* means less there. A check takes 700 to 1,000 intervals,
    and prints nothing meanwhile: let one be 10 ms or so, and not a second.

    What traps must not end the checker. So the program starts itself again, with the arguments that
    you give, and has to come to the same call, which it knows by the kind, the name and the effort. No
    two things of one kind may share a name: the second one would get the report of the first. Nothing
    that must not be done twice should stand in front of the call.

    *Facts* tell the checker what it can't see:

    | Fact | Meaning | Unless told |
    |---|---|---|
    | `interval` | the time in which one more value comes | a second |
    | `end` | after how many intervals it ends by itself; 0 where nothing but demand is missing | never |
    | `upstreamDemand` | what an operator asks upstream for | what it is asked |
    | `isShared` | the subscribers of an operator share one upstream | no |
    | `isConnectionShared` | they share one connection of a connectable upstream | no |
    | `replay` | how many values an operator replays | none |
    | `exemptions` | rules that it breaks on purpose, each with the reason | none |

    Let it send some twenty values: the rules about demand can't be tried on one or two. And let it
    have an end, or wait for a clock between two values: what never stops sending on unlimited demand
    is not exercised there.

    ### What the report says

    Read the first finding first: those behind it may be its consequences. The publisher that stands
    in `Mine.swift` makes one mistake. From
    [its report](../Chapters/Mine/expected.log):

    ```text
    rule 5 is broken: A subscriber never receives more values than it has requested and returned demand for.
      expected: no more values than were asked for
      seen: a value while nothing was owed
        0.000s probe: subscribes
        0.000s probe: subscription (Mine)
      > 1.000s probe: value 1 (owed -1)
        2.000s probe: value 2 (owed -2)
        3.000s probe: value 3 (owed -3)
        4.000s probe: value 4 (owed -4)
        4.000s probe: request +1 (owed -3)
        5.000s probe: value 5 (owed -4)
        6.000s probe: value 6 (owed -5)
        7.000s probe: value 7 (owed -6)
        8.000s probe: value 8 (owed -7)
      as marbles:
        tick 1s   0  1  2  3  4
        probe     ^--1--2--3--4--
          demand              +1
      usual mistake: A first draft sends whatever it has. In a second one two threads spend the same demand, if one checks it and unlocks before it subtracts.
      mend: Check, subtract and take the value in one hold of the lock, before calling `receive(_:)`.
      read: docs/Contract.md#rule-5
    ```

    A *probe* is the checker's subscriber, and an `upstream` is the checker's publisher. *Owed* is what
    the probe has asked for and not received yet: -1 is one value too many. Further subscribers are
    called by their parts, such as `sibling`. The line marked `>` is the one that breaks the rule, or
    behind which that was seen; where there is none, something is missing at the end. The marble diagram
    shows the time around that line; [Chapter 1](Chapter1.md#how-to-read-a-picture) explains its signs.

    The report on an operator or a subscriber has lines of the upstream, too. `upstream: has 1` says
    that a value is there: each subscription sends it as soon as it is asked for one. `upstream 1` is
    the first subscription, and `upstream 1: is answered +5` says what `receive(_:)` returned to it:
    five more values are asked for.

    A line for each rule follows. *Held* means that what the rule speaks of was brought about, and went
    well. *Not exercised* means that it could not be brought about, so that nothing is known: here
    three rules wait for rule 5 to be mended.

    Where threads matter, two calls race in 1,000 rounds (5 in real time), whose timing is chosen by a
    seed. A finding names the round and the seed: `(values against subscribe, round 11 of 1000, seed 1)`.
    Chance has a part in it, so *held* of a race means that nothing was seen in those rounds. Another
    run may find a breach there, or may not find again what this one found. `Effort` changes the
    numbers: `checkContract(of: mine, effort: Effort { $0.seed = 2 }, startingAgainWith: [])`.

    Behind that, 200 generated sequences of calls are tried. A rule that only they break comes with the
    shortest sequence found, below *to see it again*. That is Swift. Call your `ThingUnderTest` `thing`,
    paste it behind `let finding =`, and `print(finding?.text ?? "mended")`. Where subscribers are served
    in no certain order, try it some times before you believe that. This one, from
    [ReproductionTests.swift](../Tests/PublisherContractTests/ReproductionTests.swift), sends from
    inside a callback:

    ```swift
    contractFinding(
      of: thing,
      playing: [
        .when("a", receives: 1, do: [.produce]),
        .subscribe("a", first: .unlimited),
        .subscribe("b", first: .unlimited),
        .produce,
      ])
    ```

    ### From a test

    A test imports what it checks, `PublisherContract`, and `TestSupport` for the assertion. These
    are the imports of [Chapter 3's test](../Tests/Chapter3Tests/ContractTests.swift):

    ```swift
    import Foundation
    import Playground
    import PublisherContract
    import TestSupport
    import XCTest

    @testable import Chapter3
    ```

    In an `XCTestCase` it is then one call, which fails with the report. From
    [the same file](../Tests/Chapter3Tests/ContractTests.swift):

    ```swift
    func testCountdownPublisher() {
      assertKeepsContract(
        .publisher("CountdownPublisher", Facts { $0.end = 20 }) {
          Timer.countdown(20, every: 1, on: $0)
        })
    }
    ```

    For yours, write `@testable import Mine`, and
    `assertKeepsContract(.publisher("Mine", Facts { $0.end = 20 }) { Mine(on: $0) })`.

    It fails for a rule that is broken, and for one that was not exercised, unless that is listed with
    a reason: `notExercised: [15: "a timer never completes"]`. It fails for a rule that is listed and
    was exercised after all, or does not apply, so that the list stays true. And it fails for an exempt
    rule: exemptions serve reports, not the assertion. `MineTests` in
    [Package.swift](../Package.swift) has the dependencies that such a test needs:

    ```swift
    .testTarget(
      name: "MineTests",
      dependencies: ["Mine", "PublisherContract", "Playground", "TestSupport", combine],
      path: "Tests/MineTests"),
    ```

    ### Try it

    Mend `Mine.swift`, until every rule that applies is held. `MineTests` fails meanwhile, as it
    knows the report on the draft; `git checkout HEAD Chapters/Mine` brings the draft back, and throws
    yours away.

    <details>
    <summary>Answer</summary>

    Keep a `demand` in the subscription, guarded by the lock. A request adds to it while there is a
    subscriber. A tick takes the subscriber only where there is demand, subtracts one in the same hold of
    the lock, and adds what `receive(_:)` returned, unless a cancel came meanwhile. The twentieth tick
    completes, whatever the demand.

    </details>
    """
}
