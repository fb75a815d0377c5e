import OpenCombineShim
import XCTest

@testable import Playground

#if canImport(FoundationXML)
  import FoundationXML
#endif

final class MarbleSVGTests: XCTestCase {
  private func picture(_ lanes: KeyValuePairs<String, String>) throws -> SVGElements {
    let diagram = try MarbleDiagram(lanes, tick: 1)
    let svg = diagram.svg(title: "a & <b>")
    XCTAssertEqual(svg, try MarbleDiagram(lanes, tick: 1).svg(title: "a & <b>"))
    let elements = try SVGElements(svg)
    XCTAssertEqual(elements.text(of: "title"), ["a & <b>"])
    XCTAssertEqual(elements.text(of: "desc"), [diagram.text])
    return elements
  }

  /// The words in the picture, the ruler's and the legend's among them.
  private func words(_ lanes: KeyValuePairs<String, String>) throws -> [String] {
    try picture(lanes).text(of: "text")
  }

  func testAWholePicture() throws {
    XCTAssertEqual(
      try MarbleDiagram(["a": "^1|"], tick: 1).svg(title: "one value"),
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 174" width="320" height="174" \
      role="img" font-family="ui-monospace, Menlo, Consolas, monospace">
      <title>one value</title>
      <desc>tick 1s  0 1 2
      a        ^-1-|</desc>
      <rect x="1" y="1" width="318" height="172" rx="12" fill="#ffffff" stroke="#6b7280" \
      stroke-width="2"/>
      <path d="M28 28V32M62 28V32M96 28V32" stroke="#6b7280"/>
      <path d="M28 28V88" stroke="#e5e7eb" stroke-width="2"/>
      <text x="28" y="22" font-size="14" text-anchor="middle" fill="#4b5563">0s</text>
      <path d="M62 28V88" stroke="#e5e7eb" stroke-width="2"/>
      <text x="62" y="22" font-size="14" text-anchor="middle" fill="#4b5563">1s</text>
      <path d="M96 28V88" stroke="#e5e7eb" stroke-width="2"/>
      <text x="96" y="22" font-size="14" text-anchor="middle" fill="#4b5563">2s</text>
      <text x="14" y="44" font-size="15" text-anchor="start" fill="#111827" stroke="#ffffff" \
      stroke-width="6" paint-order="stroke">a</text>
      <path d="M28 70H96" stroke="#6b7280" stroke-width="2"/>
      <path d="M21 61L36 70L21 79Z" fill="#15803d"/>
      <rect x="48" y="56" width="28" height="28" rx="14" fill="#dbeafe" stroke="#1d4ed8" \
      stroke-width="2"/>
      <text x="62" y="75" font-size="16" text-anchor="middle" fill="#111827">1</text>
      <path d="M96 56V84" stroke="#111827" stroke-width="5"/>
      <path d="M16 96H304" stroke="#6b7280"/>
      <path d="M23 111L38 120L23 129Z" fill="#15803d"/>
      <text x="50" y="125" font-size="14" text-anchor="start" fill="#4b5563">subscribed</text>
      <rect x="160" y="106" width="28" height="28" rx="14" fill="#dbeafe" stroke="#1d4ed8" \
      stroke-width="2"/>
      <text x="174" y="125" font-size="16" text-anchor="middle" fill="#111827">1</text>
      <text x="194" y="125" font-size="14" text-anchor="start" fill="#4b5563">value</text>
      <path d="M30 132V160" stroke="#111827" stroke-width="5"/>
      <text x="50" y="151" font-size="14" text-anchor="start" fill="#4b5563">finished</text>
      </svg>

      """)
  }

  func testTheLegendNamesWhatIsDrawnAndNothingElse() throws {
    XCTAssertEqual(try words(["a": "--"]), ["0s", "1s", "a"])
    XCTAssertEqual(try words(["a": "^"]), ["0s", "a", "subscribed"])
    XCTAssertEqual(
      try words(["a": "^(7 |)^#^!"]),
      [
        "0s", "1s", "2s", "3s", "4s", "5s", "a", "7", "subscribed", "1", "value", "finished",
        "failed", "cancelled",
      ])
  }

  func testALongValueIsCutInThePictureOnly() throws {
    let words = try words(["a": #"^"the-quick-brown-fox-jumps"("" " x")#"a broken-pipe-or-worse""#])
    XCTAssertEqual(
      words.dropFirst(5).prefix(5),
      ["a", "the-quick-b…-fox-jumps", "\"\"", "\"\u{A0}x\"", "a\u{A0}broken-pipe-or-worse"])
    XCTAssertEqual("1.6888920817414999e-13".shortened(to: 22), "1.6888920817414999e-13")
    XCTAssertEqual("1.6888920817414999e-13".shortened(to: 9), "1.68…e-13")
    XCTAssertEqual("漢字漢字".shortened(to: 5), "漢…字")
  }

  func testWhatXMLReservesOrForbidsIsWellFormed() throws {
    let words = try words(["<&>": #"^"<&>"-"\"'\u{0}\u{FFFE}]]>""#])
    XCTAssertEqual(
      words.dropFirst(4).prefix(3),
      ["<&>", "<&>", #""'\u{0}\u{FFFE}]]>"#])
  }

  func testWhatIsAskedForIsWrittenBelow() throws {
    let entries = marbleEntries(
      "a",
      [
        0: .subscription(""), 0: .request(.max(2), synchronous: false),
        1: .request(.unlimited, synchronous: true), 1: .request(.max(1), synchronous: true),
      ])
    let svg = try MarbleDiagram(entries, tick: 1, window: 0...1, showsDemand: true).svg(title: "")
    XCTAssertEqual(
      try SVGElements(svg).text(of: "text"),
      ["0s", "1s", "a", "+2", "+∞", "+1", "subscribed", "+1", "asked\u{A0}for"])
  }

  // MARK: The layout

  /// Nothing on a lane touches its neighbour, and nothing leaves the picture.
  func testNothingTouches() throws {
    for seed in 0..<100 {
      var random = SeededGenerator(seed: seed)
      let entries = (0..<40).map { _ in Int.random(in: 0...60, using: &random) }.sorted()
        .map { tick in
          Transcript.Entry(
            VirtualTime(nanoseconds: Int64(tick)),
            .event(
              [.subscription(""), .value("1"), .value("a longer value"), .cancel, .finished]
                .randomElement(using: &random)!,
              timeline: ["a", "b"].randomElement(using: &random)!))
        }
      let diagram = try MarbleDiagram(
        entries, tick: .nanoseconds(1), window: 0...(.nanoseconds(60)))
      let layout = MarbleLayout(diagram)
      for lane in layout.lanes {
        var right = [Int: Int]()
        for (tick, group) in lane.groups.sorted(by: { $0.key < $1.key }) {
          let row = tick / layout.perRow
          XCTAssertGreaterThanOrEqual(
            layout.x(tick) - group.lead, right[row].map { $0 + 8 } ?? 12, "seed \(seed)")
          right[row] = layout.x(tick) + group.trail
          XCTAssertLessThanOrEqual(right[row]!, layout.width - 12, "seed \(seed)")
        }
      }
      XCTAssertEqual(layout.rows.flatMap(Array.init), Array(0..<61))
    }
  }

  func testTheLineRunsWhileTheTimelineIsSubscribed() throws {
    func lengths(_ lane: String) throws -> [Int] {
      let diagram = try MarbleDiagram(["a": lane], tick: 1)
      let layout = MarbleLayout(diagram)
      return layout.paths(diagram.lanes[0], length: diagram.length).sorted { $0.key < $1.key }
        .flatMap { $0.value.map { ($0.upperBound - $0.lowerBound) / layout.cell } }
    }
    XCTAssertEqual(try lengths("    "), [])
    XCTAssertEqual(try lengths(" ^--|"), [3])
    XCTAssertEqual(try lengths("^-| ^---!"), [2, 4])
    XCTAssertEqual(try lengths("(^ |) (^ ! ^)|"), [0, 0, 1])
    XCTAssertEqual(try lengths("----|").count, 1)
  }

  func testLabelsStandAtRoundTimes() throws {
    func labels(_ tick: VirtualTime.Stride) throws -> [String] {
      try SVGElements(
        MarbleDiagram(["a": "^" + String(repeating: "-", count: 20)], tick: tick).svg(title: "")
      ).text(of: "text").filter { $0.hasSuffix("s") }
    }
    XCTAssertEqual(try labels(1), (0...10).map { "\($0 * 2)s" })
    XCTAssertEqual(try labels(0.5), ["0s", "2s", "4s", "6s", "8s", "10s"])
    XCTAssertEqual(
      try labels(0.3), ["0s", "0.9s", "1.8s", "2.7s", "3.6s", "4.5s", "5.4s"])
    XCTAssertEqual(try labels(7), ["0s", "21s", "42s", "63s", "84s", "105s", "126s"])
  }

  // MARK: Many events

  /// Ten thousand took 0.05 s as text, 0.35 s as a picture and 0.2 s to read in a debug build. A
  /// limit in seconds would not hold under a sanitizer; work that is not linear shows in the ratio.
  func testTenTimesTheEventsTakeAboutTenTimesTheWork() throws {
    func seconds(_ count: Int) throws -> Double {
      let entries = (0..<count).map { index in
        Transcript.Entry(
          VirtualTime(nanoseconds: Int64(index)), .event(.value("\(index)"), timeline: "a"))
      }
      let start = clock()  // processor time, which other work on the machine does not change
      let diagram = try MarbleDiagram(
        entries, tick: .nanoseconds(1), window: 0...(.nanoseconds(count)))
      XCTAssertEqual(try MarbleDiagram(parsing: diagram.text), diagram)
      XCTAssertGreaterThan(diagram.svg(title: "many").utf8.count, count * 100)
      return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
    XCTAssertLessThan(try seconds(10_000) / seconds(1_000), 40)
  }
}

/// The elements of a picture, each checked for whole numbers.
private final class SVGElements: NSObject, XMLParserDelegate {
  private var open: [(name: String, text: String)] = []
  private var closed: [(name: String, text: String)] = []

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    XCTAssertTrue(parser.parse(), "\(parser.parserError as Any)\n\(svg)")
  }

  func text(of name: String) -> [String] { closed.filter { $0.name == name }.map(\.text) }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append((name, ""))
    for (attribute, value) in attributes
    where !["xmlns", "fill", "stroke", "role", "font-family", "text-anchor", "paint-order"]
      .contains(attribute)
    {
      XCTAssertNotNil(
        value.wholeMatch(of: /[MLHVZ]?-?\d+([ MLHV]-?\d+)*Z?/), "\(attribute)=\(value)")
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    open[open.count - 1].text += text
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    closed.append(open.removeLast())
  }
}
