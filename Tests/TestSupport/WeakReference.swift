/// A reference that keeps nothing alive.
public final class WeakReference {
  public private(set) weak var object: AnyObject?

  public init(_ object: AnyObject?) { self.object = object }
}
