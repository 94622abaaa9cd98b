import CLinux
import CStatic
import Glibc
import Synchronization

/// The time at which a thread stops waiting.
package struct Deadline: Sendable {
  /// On CLOCK_MONOTONIC, in microseconds.
  let time: Int64

  package static func after(_ duration: Duration) -> Deadline {
    Deadline(time: linux_monotonic_microseconds() + duration.inMicroseconds)
  }
}

/// Work of any threads and queues that a thread can wait for.
package struct WorkGroup: Sendable {
  private let count = Counter()

  package init() {}

  package func enter() { count.change(by: 1) }

  /// Must be called once for each call of `enter`.
  package func leave() { count.change(by: -1) }

  /// - Returns: whether all have left before the deadline.
  package func wait(until deadline: Deadline) -> Bool { count.wait(until: deadline.time) }

  func wait() { _ = count.wait(until: .max) }
}

private final class Counter: @unchecked Sendable {
  private let lock = Mutex(())
  private let isZero = linux_eventfd()
  private var number = 0

  deinit { close(isZero) }

  func change(by step: Int) {
    lock.withLock { _ in
      number += step
      if number == 0 { linux_eventfd_raise(isZero) } else { linux_eventfd_clear(isZero) }
    }
  }

  func wait(until time: Int64) -> Bool {
    while lock.withLock({ _ in number > 0 }) {
      if linux_monotonic_microseconds() >= time { return false }
      static_wait(isZero, nil, 0, time)
    }
    return true
  }
}

extension Duration {
  var inMicroseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
