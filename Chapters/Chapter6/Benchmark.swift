import OpenCombineShim
import Playground

@Sendable func benchmark() {
  Benchmark.printHead()
  var (ours, theirs) = (0, 0)
  let count = 1_000_000
  Benchmark.compare(
    "pausableSink beside sink, never paused: ns per value", atMost: 1.15, rounds: 21,
    ours: {
      Benchmark.cpuNanoseconds {
        let sink = (0..<count).publisher.pausableSink(receiveCompletion: { _ in }) { value in
          ours &+= value
          return true
        }
        withExtendedLifetime(sink) {}
      } / Double(count)
    },
    peer: {
      Benchmark.cpuNanoseconds {
        let sink = (0..<count).publisher.sink { value in theirs &+= value }
        withExtendedLifetime(sink) {}
      } / Double(count)
    })
  printNow("the sums of the values: \(ours) and \(theirs)")
}
