import OpenCombineShim

extension NumberedTable {
  /// Does what a line asks for, as far as it is about the table and not about what is seen of it.
  ///
  /// - Returns: What to say about it, or nil where it asks for something else.
  /// - Throws: `InputError` where there is no such row.
  func answer(to request: TableRequest) throws -> String? {
    switch request {
    case .add(let time):
      return "Row \(add(time)) starts: \(time)."
    case .remove(let number):
      try remove(number)
      return "Row \(number) is removed."
    case .reset(let number, let time):
      try reset(number, to: time)
      return "Row \(number) starts again: \(time)."
    case .help:
      return "Type \(TableRequest.forms)."
    case .show, .page, .quit:
      return nil
    }
  }
}
