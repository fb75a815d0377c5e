import ArgumentParser
import PublisherContract

@main
struct ContractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift run Contract",
    abstract: "Explains the rules of the publisher contract, or checks what Combine brings with it."
  )

  @Flag(help: "Checks the built-in operators, subjects and publishers of this platform's Combine.")
  var tour = false

  @Argument(
    help: ArgumentHelp(
      "A rule to explain, from 1 to 39, or with --tour a thing to report on; all without one.",
      valueName: "rule-or-thing"))
  var name: String?

  private var rule: Rule? { Rule.all.first { name == "\($0.number)" } }
  private var thing: ThingUnderTest? { Tour.things.first { name == $0.name } }

  func validate() throws {
    guard let name else { return }
    if tour {
      let names = Tour.things.map(\.name).joined(separator: ", ")
      if rule != nil {
        throw ValidationError(
          "\(name) is a rule: leave out --tour to read about it, or name one of \(names).")
      }
      if thing == nil {
        throw ValidationError("there is no \(name) on the tour: choose one of \(names).")
      }
    } else if rule == nil {
      if thing != nil {
        throw ValidationError("\(name) is no rule, but is on the tour: say --tour \(name).")
      }
      throw ValidationError("there is no rule \(name): choose one from 1 to \(Rule.all.count).")
    }
  }

  func run() {
    if tour {
      if let thing { print(Tour.report(on: thing)) } else { Tour.printTable() }
    } else if let rule {
      print(rule.explanation)
    } else {
      for rule in Rule.all { print(rule.line) }
    }
  }
}
