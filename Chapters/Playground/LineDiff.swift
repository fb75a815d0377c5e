import Foundation

/// The lines of a text, without trailing spaces, whether they end in LF, CRLF or CR.
public func normalizedLines(_ text: String) -> [String] {
  var lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
    .map { line in
      String(line.reversed().drop(while: { $0 == " " || $0 == "\t" }).reversed())
    }
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines
}

/// Compares two texts line by line.
///
/// - Parameters:
///   - expected: The lines that there should be; those that are missing are marked `-`.
///   - actual: The lines that there are; those that should not be are marked `+`.
///   - context: How many equal lines to show around a difference.
/// - Returns: The differences with their context and a `@@` line before each stretch, or nil where
///   there are none. Costs O((n + m) · d) for texts of n and m lines with d differences.
public func lineDiff(expected: [String], actual: [String], context: Int = 3) -> String? {
  guard expected != actual else { return nil }
  var removed = Set<Int>()
  var inserted = Set<Int>()
  for change in actual.difference(from: expected) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }

  var rows: [(mark: String, line: String, number: Int)] = []
  var (old, new) = (0, 0)
  while old < expected.count || new < actual.count {
    if removed.contains(old) {
      rows.append(("-", expected[old], old + 1))
      old += 1
    } else if inserted.contains(new) {
      rows.append(("+", actual[new], old + 1))
      new += 1
    } else {
      rows.append((" ", expected[old], old + 1))
      old += 1
      new += 1
    }
  }

  let changes = rows.indices.filter { rows[$0].mark != " " }
  var shown = IndexSet()
  for change in changes {
    shown.insert(
      integersIn: max(0, change - context)...min(rows.count - 1, change + context))
  }
  return shown.rangeView.flatMap { range in
    ["@@ line \(rows[range.lowerBound].number) @@"]
      + rows[range].map { "\($0.mark) \($0.line)" }
  }.joined(separator: "\n")
}
