import Foundation
import Playground

/// A ring drawn in Braille patterns, each of which has four rows of two dots.
///
/// What is left runs clockwise from the top and is thick; the rest of the circle is a thin line. In
/// the middle stands the number of units.
struct Dial {
  /// How many lines it is high. It is twice as many columns wide, which is about a square.
  let height: Int
  /// The lines, from top to bottom.
  let lines: [String]

  /// Draws a ring.
  ///
  /// - Parameters:
  ///   - degrees: How much of it is left, from 0 to 360.
  ///   - number: What stands in the middle, of at most two digits.
  ///   - height: How many lines it is high: 3 or 5.
  init(degrees: Int, number: Int, height: Int) {
    self.height = height
    let width = 2 * height
    var patterns = [[UInt32]](repeating: Array(repeating: 0, count: width), count: height)
    for y in 0..<4 * height {
      for x in 0..<2 * width where Self.isSet(x, y, size: 2 * width, degrees: degrees) {
        patterns[y / 4][x / 2] |= Self.dots[y % 4][x % 2]
      }
    }
    var cells = patterns.map { $0.map { Character(Unicode.Scalar(0x2800 + $0)!) } }
    let digits = Array("\(number)")
    let start = height - digits.count / 2
    cells[height / 2].replaceSubrange(start..<start + digits.count, with: digits)
    lines = cells.map { String($0) }
  }

  /// The bits of a pattern's dots, by row and column.
  private static let dots: [[UInt32]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]

  private static func isSet(_ x: Int, _ y: Int, size: Int, degrees: Int) -> Bool {
    let middle = Double(size - 1) / 2
    let (right, up) = (Double(x) - middle, middle - Double(y))
    let distance = (right * right + up * up).squareRoot()
    let (outer, thickness) = (Double(size) / 2, Double(size / 4 - 1))
    let clockwise = atan2(right, up) * 180 / .pi
    let isLeft = (clockwise < 0 ? clockwise + 360 : clockwise) < Double(degrees)
    let ring = isLeft ? outer - thickness...outer : outer - 1...outer
    return ring.contains(distance)
  }
}

/// A bar that has an eighth of a column for each unit.
func bar(units: Int, width: Int) -> String {
  let whole = String(repeating: "█", count: units / 8)
  let rest = units % 8 == 0 ? "" : String(Character(Unicode.Scalar(0x2590 - UInt32(units % 8))!))
  return (whole + rest).padded(to: width)
}
