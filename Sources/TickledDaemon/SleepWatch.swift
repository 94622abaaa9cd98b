import CLinux
import Gestures
import Glibc
import JSON

/// Tells that the machine has slept, by a descriptor that becomes readable when it wakes: while it does not sleep, this
/// costs nothing.
///
/// The kernel says the same when somebody sets the wall clock; the time that `CLOCK_MONOTONIC` stood still tells the two
/// apart. A machine that sleeps without stopping that clock (suspend to idle without support by its processor) is not
/// noticed: there the kernel's own lifts end the touches.
final class SleepWatch {
  let fileDescriptor: Int32
  private var sleeps = Sleeps(total: linux_slept_microseconds())

  /// - Returns: `nil` where the system gives none; then errno tells.
  init?() {
    fileDescriptor = linux_clock_watch()
    if fileDescriptor < 0 { return nil }
  }

  deinit { if fileDescriptor >= 0 { close(fileDescriptor) } }

  /// To be asked when the descriptor is readable: how many microseconds the machine has slept since the last time;
  /// `nil`: it has not.
  func newSleep() -> Int64? {
    linux_clock_watch_clear(fileDescriptor)
    return sleeps.new(total: linux_slept_microseconds())
  }
}

/// Tells a sleep from what else makes two clocks drift apart by a little.
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
