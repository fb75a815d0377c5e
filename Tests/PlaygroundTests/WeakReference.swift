/// A reference that keeps nothing alive.
final class WeakReference {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}
