import ArgumentParser
import CLinux
import Configuration
import Glibc
import Program

/// Waits until one of some files has been saved.
struct FollowingLoop {
  private let loop: EventLoop
  private let files: FollowedFiles

  /// Watches the files from now on. SIGINT and SIGTERM are blocked until they end a wait. Call it before any other thread is started.
  init(_ paths: [String]) throws {
    guard let loop = EventLoop(signals: [SIGINT, SIGTERM]) else {
      Diagnostics.say("tickle: epoll: \(systemError())")
      throw ExitCode(.ioError)
    }
    self.loop = loop
    files = FollowedFiles(paths)
    if let path = renew() {
      Diagnostics.say("tickle: inotify \(path): \(systemError())")
      throw ExitCode(.ioError)
    }
  }

  /// Does something that the two signals end, with the program.
  func interruptibly(_ body: () throws -> Void) rethrows {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    defer { pthread_sigmask(SIG_BLOCK, &signals, nil) }
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
  private func renew() -> String? { files.renew(watch: { _ = loop.watch($0) }, forget: { loop.forget($0) }) }
}
