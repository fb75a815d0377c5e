import OpenCombineShim
import Playground

@Sendable func benchmark() {
  Benchmark.printHead()
  let count = 200_000
  var (ours, theirs) = (0, 0)

  Benchmark.compare(
    "erased beside not erased: ns per value", atMost: 1.1, rounds: 21,
    ours: {
      let source = Source()
      let subscription = source.erased.sink { ours &+= $0 }
      return source.cpuPerModel(count, subscription)
    },
    peer: {
      let source = Source()
      let subscription = source.chain.sink { theirs &+= $0 }
      return source.cpuPerModel(count, subscription)
    })

  let source = Source()
  let (chain, erased) = (source.chain, source.erased)
  Benchmark.compare(
    "the same: ns per subscription", atMost: 1.1, rounds: 21,
    ours: {
      Benchmark.cpuNanoseconds {
        for _ in 1...count { erased.sink { ours &+= $0 }.cancel() }
      } / Double(count)
    },
    peer: {
      Benchmark.cpuNanoseconds {
        for _ in 1...count { chain.sink { theirs &+= $0 }.cancel() }
      } / Double(count)
    })

  Benchmark.compare(
    "built and erased beside built: ns per publisher", atMost: 1.4, rounds: 21,
    ours: {
      Benchmark.cpuNanoseconds {
        for _ in 1...count { source.latestErased = source.erased }
      } / Double(count)
    },
    peer: {
      Benchmark.cpuNanoseconds {
        for _ in 1...count { source.latestChain = source.chain }
      } / Double(count)
    })
  printNow("the sums of the values: \(ours) and \(theirs)")
}

/// A published model, and the chain of `State` in two types.
private final class Source {
  typealias Chain = Publishers.MapKeyPath<Publishers.Drop<Published<Model>.Publisher>, Int>

  @Published var model = Model()
  // Kept, so that the compiler can't leave out what nobody uses.
  var latestChain: Chain?
  var latestErased: AnyPublisher<Int, Never>?

  var chain: Chain { $model.dropFirst().map(\.value) }
  var erased: AnyPublisher<Int, Never> { chain.eraseToAnyPublisher() }

  /// The processor time of a model, while a subscription lives.
  func cpuPerModel(_ count: Int, _ subscription: AnyCancellable) -> Double {
    let cost = Benchmark.cpuNanoseconds {
      for number in 1...count { model = Model(value: number) }
    }
    withExtendedLifetime(subscription) {}
    return cost / Double(count)
  }
}
