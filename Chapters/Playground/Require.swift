/// Traps with a message unless a condition holds, in release builds too.
///
/// `precondition` keeps its message out of release builds, and there a learner needs it most.
///
/// - Parameters:
///   - condition: What the caller promised.
///   - message: Names the parameter and its value, and says what would be right.
///   - file: Where the promise is asked for.
///   - line: Where the promise is asked for.
@inlinable
public func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  guard condition else { fatalError(message(), file: file, line: line) }
}
