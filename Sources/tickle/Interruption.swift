import CLinux
import Glibc

/// Ctrl-C and SIGTERM as something that is waited for: a command that holds something comes to a proper end.
final class Interruption {
  enum Outcome { case readable, elapsed, interrupted }

  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private let descriptor: Int32
  private let epoll: Int32

  init() {
    linux_block_signals(Self.signals, Int32(Self.signals.count))
    signal(SIGPIPE, SIG_IGN)  // A reader who is gone is told by the write.
    descriptor = linux_signalfd(Self.signals, Int32(Self.signals.count))
    epoll = linux_epoll_create()
    linux_epoll_add(epoll, descriptor, LINUX_EPOLL_IN, 0)
  }

  deinit {
    close(epoll)
    close(descriptor)
  }

  /// Waits for a descriptor as well, from now on.
  func watch(_ other: Int32) { linux_epoll_add(epoll, other, LINUX_EPOLL_IN, 1) }

  func ignore(_ other: Int32) { linux_epoll_remove(epoll, other) }

  /// Waits until the descriptor can be read, for so long at most; a negative time is for ever.
  func wait(microseconds: Int64) -> Outcome {
    var events = [linux_epoll_event(), linux_epoll_event()]
    let count = linux_epoll_wait(epoll, &events, 2, microseconds)
    if count <= 0 { return .elapsed }
    return events.prefix(Int(count)).contains { $0.data == 0 } ? .interrupted : .readable
  }

  /// Sleeps until a moment of CLOCK_MONOTONIC; false where it was woken to end.
  func sleep(until time: Int64) -> Bool {
    while true {
      let left = time - linux_monotonic_microseconds()
      if wait(microseconds: max(0, left)) == .interrupted { return false }
      if left <= 0 { return true }
    }
  }
}
