import OpenCombineShim

/// A correct connectable operator: subscribes when it is connected, and shares that among all.
final class Multicasting: Relay, ConnectablePublisher, @unchecked Sendable {
  let upstream: ProbeUpstream

  init(upstream: ProbeUpstream) {
    self.upstream = upstream
    super.init()
  }

  func connect() -> Cancellable {
    let link = SharingLink(self)
    upstream.subscribe(link)
    return AnyCancellable(link.cancel)
  }
}
