import OpenCombineShim
import Playground
import TestSupport
import XCTest

@testable import Chapter8

final class LinkTests: XCTestCase {
  func testALinkHasTheTextOfTheLatestValue() {
    let values = PassthroughSubject<Int, Never>()
    let link = Link(values)
    XCTAssertNil(link.contents)
    values.send(1)
    XCTAssertEqual(link.contents, "1")
    values.send(-2)
    XCTAssertEqual(link.contents, "-2")
    values.send(completion: .finished)
    XCTAssertEqual(link.contents, "-2")
  }

  /// What the page says of OpenCombine: the publisher of a property can outlive the property's object.
  func testWhoSubscribesToALinkKeepsItsUpstream() {
    let values = PassthroughSubject<Int, Never>()
    var texts: [String?] = []
    weak var held: Link?
    func subscribe() -> AnyCancellable {
      let link = Link(values)
      held = link
      return link.$contents.sink { texts.append($0) }
    }
    let subscription = subscribe()
    XCTAssertNil(held)
    values.send(1)
    XCTAssertEqual(texts, [nil, "1"])
    subscription.cancel()
    values.send(2)
    XCTAssertEqual(texts, [nil, "1"])
  }

  func testAViewShowsTextsAndLetsGoOfItsLabel() throws {
    let example = Example("view", "", length: 0) { stage in
      weak var held: Label?
      let texts = CurrentValueSubject<String?, Never>(nil)
      func show() {
        let label = Label(on: stage)
        held = label
        let view = View(texts, label: label)
        texts.send("a")
        withExtendedLifetime(view) {}
      }
      show()
      XCTAssertNil(held)
      texts.send("b")
    }
    XCTAssertEqual(
      try example.run().entries.map(\.description),
      ["+0.000s: the label shows nothing", "+0.000s: the label shows a"])
  }
}
