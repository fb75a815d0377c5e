import OpenCombineShim

/// A view that shows on a label what a publisher sends.
final class View {
  private let subscription: AnyCancellable

  init(_ texts: some Publisher<String?, Never>, label: Label) {
    subscription = texts.assign(to: \.text, on: label)
  }
}
