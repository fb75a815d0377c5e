/// The page docs/Contract.md, written from the table of rules.
enum RulePage {
  /// The whole text of the page.
  static var text: String {
    ([introduction, contents] + themes.map(section) + [checking, links]).joined(separator: "\n\n")
      + "\n"
  }

  private static let themes: [(title: String, rules: ClosedRange<Int>)] = [
    ("Subscribing", 1...4), ("Demand", Rule.aboutDemand), ("Completion", 15...20),
    ("Cancelling", 21...30), ("Threads and order", 31...34), ("Subscribers", 35...38),
    ("Replay", 39...39),
  ]

  private static var contents: String {
    let lines = themes.map { title, numbers in
      let anchor = title.lowercased().split(separator: " ").joined(separator: "-")
      let rules = numbers.map { "[\($0)](#rule-\($0))" }.joined(separator: ", ")
      let line = "- [\(title)](#\(anchor)): \(numbers.count == 1 ? "rule" : "rules") \(rules)"
      return wrapped(line, indentation: "  ")
    }
    let last = "- [Checking a publisher of your own](#checking-a-publisher-of-your-own)"
    return "## Contents\n\n" + (lines + [last]).joined(separator: "\n")
  }

  private static func section(_ title: String, _ numbers: ClosedRange<Int>) -> String {
    (["## \(title)"] + Rule.all.filter { numbers.contains($0.number) }.map(section))
      .joined(separator: "\n\n")
  }

  private static func section(_ rule: Rule) -> String {
    """
    ### Rule \(rule.number)

    \(wrapped("**\(rule.sentence)**"))

    \(wrapped(rule.scope))

    \(wrapped("\(rule.cause) \(rule.mend)"))
    """
  }

  private static let introduction = """
    # The publisher contract

    A publisher and a subscriber meet without knowing each other. They work together because each
    keeps its promises: the publisher about what it sends and when, the subscriber about how it
    asks and how it stops. These promises are the contract. The compiler checks only the types, so
    a publisher of your own can compile, pass a first try and still break the contract.

    The calls always flow in the same order:

    1. `subscribe(_:)` goes upstream: somebody gives a subscriber to a publisher.
    2. `receive(subscription:)` comes downstream, once.
    3. `request(_:)` goes upstream and adds demand.
    4. `receive(_:)` comes downstream, once for each value, and returns more demand or `.none`.
    5. `receive(completion:)` comes downstream and ends it, or `cancel()` goes upstream and ends it.

    Steps 3 and 4 repeat, and a request may come at any time before the end.

    ## How to read this page

    Each rule is one sentence, then the kinds of type that keep it, then why it matters. The kinds
    are:

    - **publishers**: types that make values of their own, such as a timer;
    - **operators**: types that subscribe to an upstream and publish to a downstream;
    - **subjects**: publishers that are fed by calls of `send`;
    - **subscribers**: types at the end of a pipeline, such as a sink.

    A few words come back in many rules. *Upstream* is the side that values come from,
    *downstream* the side they go to. *Siblings* are the other subscribers of one publisher. A
    value is *in flight* when a thread has taken it and is about to deliver it. To *drain* is to
    deliver what is waiting, value by value: take a value under the lock, unlock, call
    `receive(_:)`, lock again, add the returned demand. The *emitting flag* is guarded by the same
    lock and says that a drain is running. Whoever finds it set only adds to the state and
    returns, and the running drain picks that up. The flag starts out set and is cleared when
    `receive(subscription:)` has returned. A value is *accepted* for a subscriber when it is put
    into that subscriber's queue. *Two phases* means: under the publisher's lock, put the event
    into every queue; then unlock and drain each queue.

    The rules come from several sources, and the sentences are ours:

    - Apple's page on [`Cancellable.cancel()`][cancel]: it is thread-safe, idempotent and non-blocking;
    - Apple's article [Processing Published Elements with Subscribers][demand]: demand is additive;
    - [Swift Forums thread 29491][forums]: calls downstream are serialised;
    - [Reactive Streams 1.0.4][streams], whose rule numbers are given where a rule has a counterpart;
    - the behaviour that the tests of [OpenCombine][opencombine] record. Not every built-in type
      keeps every rule: `swift run Contract --tour` checks some of them on your platform.
    """

  private static let links = """
    [cancel]: https://developer.apple.com/documentation/combine/cancellable/cancel()
    [demand]:
      https://developer.apple.com/documentation/combine/processing-published-elements-with-subscribers
    [forums]: https://forums.swift.org/t/thread-safety-for-combine-publishers/29491
    [streams]: https://github.com/reactive-streams/reactive-streams-jvm/tree/v1.0.4
    [opencombine]: https://github.com/OpenCombine/OpenCombine
    """
}

/// A text broken into lines of at most 100 columns, those after the first indented.
func wrapped(_ text: String, width: Int = 100, indentation: String = "") -> String {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, last.count + 1 + word.count <= width {
      lines[lines.count - 1] += " " + word
    } else {
      lines.append((lines.isEmpty ? "" : indentation) + word)
    }
  }
  return lines.joined(separator: "\n")
}
