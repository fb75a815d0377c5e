import TestSupport
import XCTest

@testable import PublisherContract

/// What `swift run Contract` prints.
final class CommandLineTests: XCTestCase {
  private func contract(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(builtExecutable("Contract"), arguments)
  }

  func testItListsTheRules() throws {
    let child = try contract()
    XCTAssertEqual(child.error, "")
    XCTAssertEqual(child.status, 0)
    XCTAssertEqual(child.output, Rule.all.map { $0.line + "\n" }.joined())
    XCTAssertEqual(
      child.output.split(separator: "\n").prefix(3),
      [
        " 1  Each subscribe delivers exactly one subscription, before anything else, even where the publisher",
        "    has already ended.",
        " 2  Subscribing works from inside any callback.",
      ])
  }

  func testItExplainsARule() throws {
    let child = try contract("17")
    XCTAssertEqual(child.error, "")
    XCTAssertEqual(child.status, 0)
    XCTAssertEqual(
      child.output,
      """
      Rule 17
      Completion never overtakes values already accepted for a subscriber.

      Applies to: operators.

      The usual mistake:
      An operator with a queue forwards the completion while values wait for demand, or discards them.

      What mends it:
      Store the completion under the lock and let the drain deliver it behind the last value.

      What breaks it:
      - an operator with a queue that passes the completion on at once
      - an operator with a queue that keeps only four values for its end

      From Chapters/PublisherContract/Rules/Rule17.swift, on top of the correct types in
      Chapters/PublisherContract/References:

      private final class Overtakes: BufferingLink, @unchecked Sendable {
        override func receive(completion: Subscribers.Completion<ProbeError>) {
          let downstream = lock.withLock {
            onEnd = nil
            return self.downstream
          }
          end()
          downstream?.receive(completion: completion)
        }
      }

      private final class KeepsFour: BufferingLink, @unchecked Sendable {
        override func receive(completion: Subscribers.Completion<ProbeError>) {
          lock.withLock {
            var rest = Queue<Int>()
            for _ in 1...4 { if let value = waiting.popFirst() { rest.append(value) } }
            waiting = rest
          }
          super.receive(completion: completion)
        }
      }

      Read: docs/Contract.md#rule-17

      """)
  }

  func testItRefusesWhatIsNoRule() throws {
    for (argument, message) in [
      ("0", "Error: there is no rule 0: choose one from 1 to 39.\n"),
      ("40", "Error: there is no rule 40: choose one from 1 to 39.\n"),
      ("abc", "Error: there is no rule abc: choose one from 1 to 39.\n"),
      ("map", "Error: map is no rule, but is on the tour: say --tour map.\n"),
    ] {
      let child = try contract(argument)
      XCTAssertEqual(child.output, "")
      XCTAssert(child.error.hasPrefix(message), child.error)
      XCTAssertEqual(child.status, 64)
    }
  }

  func testALinkIntoThePageReadsAsTheRule() {
    XCTAssertEqual(
      plainText("refuses ([35](#rule-35)). [Rule 21](#rule-21) allows [a][b]"),
      "refuses (rule 35). Rule 21 allows [a][b]")
  }
}
