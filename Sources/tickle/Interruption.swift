import CLinux
import Program

/// Turns SIGINT (Ctrl-C), SIGTERM and SIGHUP into events to wait for, so that a command can release what it holds before it ends.
final class Interruption {
  enum Outcome { case readable, elapsed, interrupted }

  private let loop: EventLoop

  init() {
    guard let loop = EventLoop(signals: [.interrupt, .terminate, .hangUp]) else {
      Diagnostics.say("tickle: epoll or signalfd: \(Errno.latest)")
      ExitStatus.ioError.exit()
    }
    self.loop = loop
    Signal.ignoreBrokenPipes()  // A reader that is gone makes the write fail instead.
  }

  /// Makes `wait` return for this descriptor, too.
  func watch(_ other: Int32) { _ = loop.watch(other) }

  func ignore(_ other: Int32) { loop.forget(other) }

  /// Waits until a watched descriptor can be read, a signal arrives or the time has passed. A negative time waits forever.
  func wait(microseconds: Int64) -> Outcome {
    let count = loop.wait(until: microseconds < 0 ? nil : linux_monotonic_microseconds() + microseconds)
    if count == 0 { return .elapsed }
    return (0..<count).contains { loop.isSignals(loop.descriptor($0)) } ? .interrupted : .readable
  }

  /// Sleeps until a moment of CLOCK_MONOTONIC. Returns false if a signal interrupted it.
  func sleep(until time: Int64) -> Bool {
    while true {
      let left = time - linux_monotonic_microseconds()
      if wait(microseconds: max(0, left)) == .interrupted { return false }
      if left <= 0 { return true }
    }
  }
}
