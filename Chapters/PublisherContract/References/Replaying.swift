/// A correct operator that shares one upstream and replays its latest values to a late subscriber.
class Replaying: Sharing, @unchecked Sendable {
  let capacity: Int
  var latest: [Int] = []  // guarded by the lock

  init(capacity: Int, upstream: ProbeUpstream) {
    self.capacity = capacity
    super.init(upstream: upstream)
  }

  override func join(_ outlet: Outlet) {
    lock.lock()
    for value in latest { outlet.accept(value) }
    outlets.append(outlet)
    if let completion { outlet.accept(completion) }
    lock.unlock()
  }

  override func send(_ value: Int) {
    lock.lock()
    latest = (latest + [value]).suffix(capacity)
    let receivers = outlets
    for outlet in receivers { outlet.accept(value) }
    lock.unlock()
    for outlet in receivers { outlet.drain() }
  }

  override func forget() {
    if completion == nil { latest = [] }
  }
}
