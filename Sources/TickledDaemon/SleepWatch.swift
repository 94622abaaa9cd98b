import CLinux
import Program

/// Detects that the machine has slept, by a descriptor that becomes readable when it wakes. While the machine is awake, this
/// costs nothing.
///
/// The descriptor also becomes readable when the wall clock is set; the time that `CLOCK_MONOTONIC` stood still tells the two
/// apart. Sleep that does not stop that clock (suspend to idle without support by the processor) is not
/// noticed; there the lifts that the kernel itself reports end the touches.
final class SleepWatch {
  let fileDescriptor: Int32
  private var sleeps = Sleeps(total: linux_slept_microseconds())

  /// - Returns: `nil`, with Errno.latest set, if the system provides no such descriptor.
  init?() {
    fileDescriptor = linux_clock_watch()
    if fileDescriptor < 0 { return nil }
  }

  deinit { if fileDescriptor >= 0 { Descriptor.close(fileDescriptor) } }

  /// Returns how long the machine has slept since the last call, in microseconds; `nil` if it has not. Call it when the descriptor is
  /// readable.
  func newSleep() -> Int64? {
    linux_clock_watch_clear(fileDescriptor)
    return sleeps.new(total: linux_slept_microseconds())
  }
}

/// Distinguishes a sleep from the small differences between two readings of the clocks.
struct Sleeps {
  /// 0.1 s: reading two clocks takes microseconds, and no machine wakes so soon.
  static let shortest: Int64 = 100_000

  private var known: Int64

  /// - Parameter total: microseconds that the machine has slept since it was started.
  init(total: Int64) { known = total }

  mutating func new(total: Int64) -> Int64? {
    let new = total - known
    guard new > Self.shortest else { return nil }
    known = total
    return new
  }
}
