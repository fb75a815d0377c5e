import ArgumentParser
import PublisherContract

@main
struct ContractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift run Contract", abstract: "Explains the rules of the publisher contract.")

  @Argument(help: "A rule to explain, from 1 to 39; all are listed without one.")
  var rule: Int?

  func validate() throws {
    if let rule, !Rule.all.contains(where: { $0.number == rule }) {
      throw ValidationError("there is no rule \(rule): choose one from 1 to \(Rule.all.count).")
    }
  }

  func run() {
    guard let rule = Rule.all.first(where: { $0.number == rule }) else {
      for rule in Rule.all { print(rule.line) }
      return
    }
    print(rule.explanation)
  }
}
