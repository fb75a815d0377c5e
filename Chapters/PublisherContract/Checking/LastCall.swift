/// The call that trapped or hung, as far as the last line of a history tells which one it was.
enum LastCall {
  case any
  /// A subscribe while another subscriber is there.
  case secondSubscribe
  /// A request behind the first value.
  case requestBehindAValue
  /// Whatever is no cancel.
  case otherThanCancel

  /// Whether such a call is the last one of a history.
  func isLast(of lines: [History.Line]) -> Bool {
    guard let last = lines.last else { return true }
    switch self {
    case .any: return true
    case .secondSubscribe:
      return last.kind == .subscribe && lines.filter { $0.kind == .subscribe }.count > 1
    case .requestBehindAValue:
      return [.request, .returned].contains(last.kind) && lines.contains { $0.kind == .value }
    case .otherThanCancel: return last.kind != .cancel
    }
  }
}
