import Foundation

/// Does the same with several things, six at a time, for work that mostly waits.
///
/// - Parameters:
///   - inputs: The things.
///   - work: What to do with each; called on other threads.
/// - Returns: What came of it, in the order of the things.
public func sideBySide<Input: Sendable, Output>(
  _ inputs: [Input], _ work: @escaping @Sendable (Input) -> Output
) -> [Output] {
  let outputs = Locked([Int: Output]())
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 6
  for (index, input) in inputs.enumerated() {
    queue.addOperation {
      let output = work(input)
      outputs.change { $0[index] = output }
    }
  }
  queue.waitUntilAllOperationsAreFinished()
  return inputs.indices.compactMap { outputs.value[$0] }
}
