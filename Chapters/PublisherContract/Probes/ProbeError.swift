/// The error with which a probe upstream fails.
public struct ProbeError: Error, Equatable, CustomStringConvertible {
  public let description = "ProbeError"

  public init() {}
}
