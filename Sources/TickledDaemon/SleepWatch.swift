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

extension DaemonCore {
  func watchForSleep() {
    guard let watch = SleepWatch(), loop.watch(watch.fileDescriptor) else {
      log.warning("timerfd: \(String(cString: strerror(errno))): touches go on when the machine wakes from sleep")
      return
    }
    sleepWatch = watch
    sleepDescriptor = watch.fileDescriptor
  }

  /// To be called when the watch is readable, before any panel is read: what one has sent until the machine slept is no touch any more. Lifts may be lost in a
  /// sleep, or made by the kernel; neither is a gesture's end.
  func noticeSleep() {
    guard let slept = sleepWatch?.newSleep() else { return }
    log.info("the machine has slept for \(Decimal.fixed(Double(slept) / 1e6, decimals: 1)) s: touches are cancelled")
    // Not `now`: deadlines that fell due while it went to sleep are none.
    for panel in panels { panel.restart(at: lastTurn) }
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
