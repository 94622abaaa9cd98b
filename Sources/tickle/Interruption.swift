import CLinux
import Program

/// Turns SIGINT (Ctrl-C), SIGTERM and SIGHUP into events to wait for, so that a command can release what it holds before it ends.
final class Interruption {
  enum Outcome { case readable, elapsed, interrupted }

  private static let signals = [Signal.interrupt, Signal.terminate, Signal.hangUp]
  private let descriptor: Int32
  private let epoll: Int32

  init() {
    linux_block_signals(Self.signals, Int32(Self.signals.count))
    Signal.ignoreBrokenPipes()  // A reader that is gone makes the write fail instead.
    descriptor = linux_signalfd(Self.signals, Int32(Self.signals.count))
    epoll = linux_epoll_create()
    linux_epoll_add(epoll, descriptor, LINUX_EPOLL_IN, 0)
  }

  deinit {
    Descriptor.close(epoll)
    Descriptor.close(descriptor)
  }

  /// Makes `wait` return for this descriptor, too.
  func watch(_ other: Int32) { linux_epoll_add(epoll, other, LINUX_EPOLL_IN, 1) }

  func ignore(_ other: Int32) { linux_epoll_remove(epoll, other) }

  /// Waits until a watched descriptor can be read, a signal arrives or the time has passed. A negative time waits forever.
  func wait(microseconds: Int64) -> Outcome {
    var events = [linux_epoll_event(), linux_epoll_event()]
    let count = linux_epoll_wait(epoll, &events, 2, microseconds)
    if count <= 0 { return .elapsed }
    return events.prefix(Int(count)).contains { $0.data == 0 } ? .interrupted : .readable
  }

  /// Microseconds on CLOCK_MONOTONIC.
  static var now: Int64 { linux_monotonic_microseconds() }

  /// Sleeps until a moment of CLOCK_MONOTONIC. Returns false if a signal interrupted it.
  func sleep(until time: Int64) -> Bool {
    while true {
      let left = time - linux_monotonic_microseconds()
      if wait(microseconds: max(0, left)) == .interrupted { return false }
      if left <= 0 { return true }
    }
  }
}
