import Foundation
import OpenCombineShim
import PublisherContract
import TestSupport
import XCTest

/// A process that checks does not outlive the one that waits for it, and leaves no files behind.
final class OrphanTests: XCTestCase {
  private static let lockKey = "ORPHAN_TESTS_LOCK"

  /// This test starts itself as the parent, which starts it again as the child that hangs.
  func testAChildEndsWithItsParent() throws {
    if let path = ProcessInfo.processInfo.environment[Self.lockKey] {
      _ = contractReport(of: Self.thingThatLocks(path), effort: Effort { $0.limit = 60 })
      return
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("orphan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lock = folder.appendingPathComponent("lock").path

    let parent = Process()
    parent.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    parent.arguments = argumentsOfThisTest
    parent.environment = ProcessInfo.processInfo.environment
      .merging([Self.lockKey: lock, "TMPDIR": folder.path]) { $1 }
    parent.standardOutput = FileHandle.nullDevice
    try parent.run()
    XCTAssertTrue(comesTrue { isLocked(lock) }, "the child began")
    kill(parent.processIdentifier, SIGKILL)
    parent.waitUntilExit()
    XCTAssertTrue(comesTrue { !isLocked(lock) }, "the child ended")
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), ["lock"])
  }

  /// Locks a file as long as its process lives, and hangs.
  private static func thingThatLocks(_ path: String) -> ThingUnderTest {
    .subject("locks and hangs") { () -> PassthroughSubject<Int, ProbeError> in
      flock(open(path, O_RDWR | O_CREAT, 0o600), LOCK_EX)
      DispatchSemaphore(value: 0).wait()
      return PassthroughSubject()
    }
  }
}

private func isLocked(_ path: String) -> Bool {
  let file = open(path, O_RDWR | O_CREAT, 0o600)
  defer { close(file) }  // and with that unlocks it
  return flock(file, LOCK_EX | LOCK_NB) != 0
}

/// Looks again and again, for 20 s at most.
private func comesTrue(_ condition: () -> Bool) -> Bool {
  let end = Date(timeIntervalSinceNow: 20)
  let never = DispatchSemaphore(value: 0)
  while !condition() {
    guard Date() < end else { return false }
    _ = never.wait(timeout: .now() + 0.01)
  }
  return true
}
