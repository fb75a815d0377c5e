import Foundation
import XCTest

@testable import Playground

final class VirtualTimeTests: XCTestCase {
  private typealias Stride = VirtualTime.Stride

  private let least = Stride(nanoseconds: .min)
  private let most = Stride(nanoseconds: .max)
  private let one = Stride(nanoseconds: 1)

  // MARK: Making

  func testALiteralCountsSeconds() {
    let strides: [Stride] = [0, 1, -2, 0.5, -0.25]
    XCTAssertEqual(
      strides.map(\.nanoseconds),
      [0, 1_000_000_000, -2_000_000_000, 500_000_000, -250_000_000])
  }

  func testUnits() {
    let strides: [Stride] = [
      .seconds(3), .milliseconds(3), .microseconds(3), .nanoseconds(3), .seconds(-3),
    ]
    XCTAssertEqual(
      strides.map(\.nanoseconds), [3_000_000_000, 3_000_000, 3_000, 3, -3_000_000_000])
  }

  func testSecondsRoundToTheNearestNanosecond() {
    let seconds = [0.1 + 0.2, 1e-9, 0.4e-9, 0.6e-9, -0.4e-9, -0.6e-9, 1.9999999996]
    XCTAssertEqual(
      seconds.map { Stride.seconds($0).nanoseconds },
      [300_000_000, 1, 0, 1, 0, -1, 2_000_000_000])
  }

  func testSecondsAsANumber() {
    let strides: [Stride] = [0, 1, 1.5, -0.25]
    XCTAssertEqual(strides.map(\.seconds), [0, 1, 1.5, -0.25])
  }

  func testExactlyCountsSeconds() {
    XCTAssertEqual(Stride(exactly: UInt8(5)), 5)
    XCTAssertEqual(Stride(exactly: 9_223_372_036), .seconds(9_223_372_036))
    XCTAssertEqual(Stride(exactly: -9_223_372_036), .seconds(-9_223_372_036))
  }

  func testExactlyIsNilWhereTheSecondsAreTooMany() {
    XCTAssertNil(Stride(exactly: 9_223_372_037))
    XCTAssertNil(Stride(exactly: -9_223_372_037))
    XCTAssertNil(Stride(exactly: UInt64.max))
  }

  // MARK: Staying at the ends

  func testUnitsStayAtTheEnds() {
    let strides: [Stride] = [
      .seconds(9_223_372_037), .seconds(.max), .milliseconds(.max), .microseconds(.max),
      .nanoseconds(.max), .seconds(-9_223_372_037), .seconds(.min), .milliseconds(.min),
      .microseconds(.min), .nanoseconds(.min),
    ]
    XCTAssertEqual(strides, [most, most, most, most, most, least, least, least, least, least])
  }

  func testTheGreatestNumberOfSecondsIsExact() {
    let strides: [Stride] = [.seconds(9_223_372_036), .seconds(-9_223_372_036)]
    XCTAssertEqual(
      strides.map(\.nanoseconds), [9_223_372_036_000_000_000, -9_223_372_036_000_000_000])
  }

  func testFloatingPointSecondsStayAtTheEnds() {
    let seconds = [1e10, .greatestFiniteMagnitude, -1e10, -.greatestFiniteMagnitude]
    XCTAssertEqual(seconds.map(Stride.seconds), [most, most, least, least])
  }

  func testSumsStayAtTheEnds() {
    XCTAssertEqual(
      [most + one, most + most, least + -one, least + least, most + least],
      [most, most, least, least, -one])
  }

  func testDifferencesStayAtTheEnds() {
    XCTAssertEqual(
      [most - -one, most - least, 0 - least, least - one, least - most, -one - least],
      [most, most, most, least, least, most])
  }

  func testNegationAndMagnitudeStayAtTheEnds() {
    XCTAssertEqual([-least, -most, least.magnitude], [most, least + one, most])
  }

  func testAdvancedStaysAtTheEnds() {
    let (first, last) = (VirtualTime(nanoseconds: .min), VirtualTime(nanoseconds: .max))
    XCTAssertEqual(
      [
        last.advanced(by: one), last.advanced(by: most), first.advanced(by: -one),
        first.advanced(by: least), first.advanced(by: most),
      ],
      [last, last, first, first, VirtualTime(nanoseconds: -1)])
  }

  func testDistanceStaysAtTheEnds() {
    let (first, last) = (VirtualTime(nanoseconds: .min), VirtualTime(nanoseconds: .max))
    XCTAssertEqual(
      [
        first.distance(to: last), last.distance(to: first), first.distance(to: .origin),
        VirtualTime.origin.distance(to: first), VirtualTime.origin.distance(to: last),
      ],
      [most, least, most, least, most])
  }

  // MARK: Calculating

  func testAProductIsOfSeconds() {
    XCTAssertEqual(
      [2 * 3, 0.5 * 0.5, -2 * 0.25, 0 * most, most * most, most * least],
      [6, 0.25, -0.5, 0, most, least] as [Stride])
  }

  func testCalculatingInPlace() {
    var stride: Stride = 2
    stride += 3
    XCTAssertEqual(stride, 5)
    stride -= 1
    XCTAssertEqual(stride, 4)
    stride *= 0.5
    XCTAssertEqual(stride, 2)
    stride.negate()
    XCTAssertEqual(stride, -2)
  }

  func testMagnitude() {
    let strides: [Stride] = [0, 1.5, -1.5]
    XCTAssertEqual(strides.map(\.magnitude), [0, 1.5, 1.5])
  }

  func testStridesAreOrdered() {
    XCTAssertEqual([most, 1, -one, 0, least].sorted(), [least, -one, 0, 1, most])
  }

  func testTimesAreOrdered() {
    let times = [.max, 1, -1, 0, .min].map(VirtualTime.init(nanoseconds:))
    XCTAssertEqual(times.sorted().map(\.nanoseconds), [.min, -1, 0, 1, .max])
  }

  func testAdvancedAndDistanceAreInverse() {
    let start = VirtualTime.origin.advanced(by: 1.5)
    let end = start.advanced(by: -4)
    XCTAssertEqual(end.nanoseconds, -2_500_000_000)
    XCTAssertEqual(start.distance(to: end), -4)
  }

  // MARK: Telling

  func testDescriptionHasThreeDecimalsOrMore() {
    let strides: [Stride] = [0, 1.5, -0.25, 3_600, 0.001, -12.345, 0.0001, -0.000_000_001]
    let texts = [
      "0.000s", "1.500s", "-0.250s", "3600.000s", "0.001s", "-12.345s", "0.0001s", "-0.000000001s",
    ]
    XCTAssertEqual(strides.map(\.description), texts)
    XCTAssertEqual(strides.map { VirtualTime.origin.advanced(by: $0).description }, texts)
  }

  func testDescriptionOfTheEnds() {
    XCTAssertEqual(
      [least, most].map(\.description), ["-9223372036.854775808s", "9223372036.854775807s"])
  }

  func testLineTextRoundsHalfAMillisecondAwayFromZero() {
    let nanoseconds: [Int64] = [
      499_999, 500_000, 1_499_999, 1_500_000, 999_499_999, 999_500_000,
      -499_999, -500_000, -1_499_999, -1_500_000, .min, .max,
    ]
    let texts = [
      "0.000s", "0.001s", "0.001s", "0.002s", "0.999s", "1.000s",
      "0.000s", "-0.001s", "-0.001s", "-0.002s", "-9223372036.855s", "9223372036.855s",
    ]
    XCTAssertEqual(nanoseconds.map { Stride(nanoseconds: $0).lineText }, texts)
    XCTAssertEqual(nanoseconds.map { VirtualTime(nanoseconds: $0).lineText }, texts)
  }

  func testTheOriginIsTheFirstDayOf2001() {
    let formatter = ISO8601DateFormatter()
    let times: [Stride] = [0, 1, 86_400, -60]
    XCTAssertEqual(
      times.map { formatter.string(from: VirtualTime.origin.advanced(by: $0).date) },
      [
        "2001-01-01T00:00:00Z", "2001-01-01T00:00:01Z", "2001-01-02T00:00:00Z",
        "2000-12-31T23:59:00Z",
      ])
  }

  func testADateKeepsFractionsOfASecond() {
    XCTAssertEqual(
      VirtualTime.origin.advanced(by: 0.25).date, Date(timeIntervalSinceReferenceDate: 0.25))
  }
}
