import OpenCombineShim

/// A view with one label, which shows what a publisher sends.
final class View {
  let label: Label
  private let subscription: AnyCancellable

  init(_ texts: some Publisher<String?, Never>, label: Label) {
    self.label = label
    subscription = texts.assign(to: \.text, on: label)
  }
}
