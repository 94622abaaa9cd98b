import CLinux

/// The loop of the one thread that waits: for descriptors, signals and the engine's next deadline.
package final class EventLoop {
  private let epoll: Int32
  private let signals: Int32
  private let events = UnsafeMutablePointer<linux_epoll_event>.allocate(capacity: 64)
  private let capacity: Int32 = 64
  private let alarm: Alarm

  /// Blocks `signals` in this thread and in those that it starts from now on. Create the loop before any other thread is started.
  /// - Returns: `nil` if the system has no more descriptors; Errno.latest has the reason.
  package init?(signals: [Signal]) {
    epoll = linux_epoll_create()
    guard epoll >= 0, Signal.block(signals) else { return nil }
    self.signals = Signal.descriptor(for: signals)
    guard self.signals >= 0,
      linux_epoll_add(epoll, self.signals, LINUX_EPOLL_IN, UInt64(self.signals)) == 0
    else { return nil }
    alarm = Alarm()
    guard alarm.descriptor >= 0,
      linux_epoll_add(epoll, alarm.descriptor, LINUX_EPOLL_IN, UInt64(alarm.descriptor)) == 0
    else { return nil }
  }

  deinit {
    events.deallocate()
    for descriptor in [epoll, signals] where descriptor >= 0 { Descriptor.close(descriptor) }
  }

  /// Adds a descriptor to wait for; false if that fails. `descriptor(_:)` returns it once it can be read.
  package func watch(_ descriptor: Int32) -> Bool {
    linux_epoll_add(epoll, descriptor, LINUX_EPOLL_IN, UInt64(descriptor)) == 0
  }

  /// Changes what is waited for: something to read, room to write, both, or only that the other end hangs up.
  package func watch(_ descriptor: Int32, reading: Bool = true, writing: Bool) {
    let events = (reading ? LINUX_EPOLL_IN : 0) | (writing ? LINUX_EPOLL_OUT : 0)
    _ = linux_epoll_modify(epoll, descriptor, events, UInt64(descriptor))
  }

  package func forget(_ descriptor: Int32) { _ = linux_epoll_remove(epoll, descriptor) }

  /// Waits until a descriptor is ready or the moment has come.
  /// - Parameter moment: microseconds on CLOCK_MONOTONIC; `nil`: no time limit.
  /// - Returns: the number of descriptors that are ready.
  package func wait(until moment: Int64?) -> Int {
    setAlarm(moment)
    return removeAlarm(from: max(0, Int(linux_epoll_wait(epoll, events, capacity, -1))))
  }

  /// The same, and goes on waiting as long as a descriptor that is ready alone needs nothing else than a call.
  /// - Parameters:
  ///   - handles: a C function, called with `context` and the descriptor, which may be that of the alarm and must then be left alone. It
  ///     returns whether nothing else must be done.
  package func wait(
    until moment: Int64?, handles: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Bool,
    _ context: UnsafeMutableRawPointer
  ) -> Int {
    setAlarm(moment)
    return removeAlarm(from: max(0, Int(linux_epoll_wait_beyond(epoll, events, capacity, handles, context))))
  }

  private func setAlarm(_ moment: Int64?) { alarm.set(moment) }

  /// - Returns: the number of the other descriptors that are ready.
  private func removeAlarm(from count: Int) -> Int {
    for index in 0..<count where descriptor(index) == alarm.descriptor {
      alarm.rings()
      events[index] = events[count - 1]
      return count - 1
    }
    return count
  }

  package func descriptor(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: events[index].data) }

  package func isSignals(_ descriptor: Int32) -> Bool { descriptor == signals }

  /// Takes the next signal that has arrived; `nil` if there are no more.
  package func nextSignal() -> Signal? {
    let number = linux_signalfd_read(signals)
    return number > 0 ? Signal(rawValue: number) : nil
  }
}

/// A timer that ends a wait at a moment. Unlike epoll's time-out it stays set while the moment stays the same, as it does while
/// fingers only move: the kernel then need not start and stop a timer for each wait.
private final class Alarm {
  let descriptor = linux_alarm()
  deinit { if descriptor >= 0 { Descriptor.close(descriptor) } }

  private var moment: Int64?
  /// Whether the descriptor is readable, which it is until the timer is set again.
  private var isRinging = false

  func set(_ moment: Int64?) {
    if moment == self.moment && !isRinging { return }
    self.moment = moment
    isRinging = false
    linux_alarm_set(descriptor, moment.map { max(0, $0) } ?? -1)
  }

  func rings() { isRinging = true }
}
