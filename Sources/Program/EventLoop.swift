import CLinux
import Glibc

/// The one thread that waits: on descriptors, signals and the engine's next deadline.
package final class EventLoop {
  private let epoll: Int32
  private let signals: Int32
  // Inlinable with `descriptor(_:)`, which each turn asks for each descriptor.
  @usableFromInline let events = UnsafeMutablePointer<linux_epoll_event>.allocate(capacity: EventLoop.capacity)
  private static let capacity = 64
  private let alarm: Alarm

  /// Blocks `signals` in this thread and those that it starts from now on; call it before any other is started.
  /// - Returns: `nil` where the system has no more descriptors; then errno tells.
  package init?(signals numbers: [Int32]) {
    epoll = linux_epoll_create()
    guard epoll >= 0, linux_block_signals(numbers, Int32(numbers.count)) == 0 else { return nil }
    signals = linux_signalfd(numbers, Int32(numbers.count))
    guard signals >= 0, linux_epoll_add(epoll, signals, LINUX_EPOLL_IN, UInt64(signals)) == 0 else { return nil }
    alarm = Alarm()
    guard alarm.descriptor >= 0,
      linux_epoll_add(epoll, alarm.descriptor, LINUX_EPOLL_IN, UInt64(alarm.descriptor)) == 0
    else { return nil }
  }

  deinit {
    events.deallocate()
    for descriptor in [epoll, signals] where descriptor >= 0 { close(descriptor) }
  }

  /// What to wait for, on the queue that owns it. The loop learns of readiness by the descriptor.
  package func watch(_ descriptor: Int32) -> Bool {
    linux_epoll_add(epoll, descriptor, LINUX_EPOLL_IN, UInt64(descriptor)) == 0
  }

  /// Whether it is also to be told when the descriptor can be written to again.
  package func watch(_ descriptor: Int32, alsoForWriting: Bool) {
    let events = alsoForWriting ? LINUX_EPOLL_IN | LINUX_EPOLL_OUT : LINUX_EPOLL_IN
    _ = linux_epoll_modify(epoll, descriptor, events, UInt64(descriptor))
  }

  package func forget(_ descriptor: Int32) { _ = linux_epoll_remove(epoll, descriptor) }

  /// Waits until something is ready or the moment has come: on CLOCK_MONOTONIC, in microseconds; `nil`: however long.
  /// - Returns: how many descriptors are ready.
  package func wait(until moment: Int64?) -> Int {
    alarm.set(moment)
    var count = max(0, Int(linux_epoll_wait(epoll, events, Int32(Self.capacity), -1)))
    for index in 0..<count where descriptor(index) == alarm.descriptor {
      alarm.rings()
      count -= 1
      events[index] = events[count]
      break
    }
    return count
  }

  @inlinable @inline(__always) package func descriptor(_ index: Int) -> Int32 {
    Int32(truncatingIfNeeded: events[index].data)
  }

  /// Whether the descriptor is that of the signals.
  package func isSignals(_ descriptor: Int32) -> Bool { descriptor == signals }

  /// The next signal that came; `nil` when there is no more.
  package func nextSignal() -> Int32? {
    let number = linux_signalfd_read(signals)
    return number > 0 ? number : nil
  }
}

/// Ends a wait at a moment. A timer of its own, and not epoll's time-out: while the moment stays the same, as it does as long as
/// fingers only move, the kernel has no timer to start and to stop with each wait.
private final class Alarm {
  let descriptor = linux_alarm()
  deinit { if descriptor >= 0 { close(descriptor) } }

  @exclusivity(unchecked) private var moment: Int64?
  /// It is readable, until it is set again.
  @exclusivity(unchecked) private var isRinging = false

  func set(_ moment: Int64?) {
    if moment == self.moment && !isRinging { return }
    self.moment = moment
    isRinging = false
    linux_alarm_set(descriptor, moment.map { max(0, $0) } ?? -1)
  }

  func rings() { isRinging = true }
}
