import CLinux
import Configuration
import Program

/// Waits until one of some files has been saved.
struct FollowingLoop {
  private static let signals = [Signal.interrupt, .terminate]
  private let loop: EventLoop
  private let files: FollowedFiles

  /// Watches the files from now on. SIGINT and SIGTERM are blocked until they end a wait. Call it before any other thread is started.
  init(_ paths: [String]) throws {
    guard let loop = EventLoop(signals: Self.signals) else {
      throw Diagnostics.failure("tickle: epoll: \(Errno.latest)", .ioError)
    }
    self.loop = loop
    files = FollowedFiles(paths)
    if let failure = renew() { throw Diagnostics.failure("tickle: \(failure)", .ioError) }
  }

  /// Does something that the two signals end, with the program.
  func interruptibly(_ body: () throws -> Void) rethrows {
    Signal.unblock(Self.signals)
    defer { Signal.block(Self.signals) }
    try body()
  }

  /// - Returns: false if a signal ended the wait.
  func waitForChange() -> Bool {
    Diagnostics.say("tickle: waiting for a change; Ctrl-C ends it")
    while true {
      for index in 0..<loop.wait(until: files.nextDeadline) {
        let descriptor = loop.descriptor(index)
        if loop.isSignals(descriptor) {
          if loop.nextSignal() != nil { return false }
        } else {
          files.read(descriptor, at: linux_monotonic_microseconds())
        }
      }
      guard files.takeDue(at: linux_monotonic_microseconds()) else { continue }
      renew()
      return true
    }
  }

  @discardableResult
  private func renew() -> SystemFailure? { files.renew(watch: { _ = loop.watch($0) }, forget: { loop.forget($0) }) }
}
