import CLinux
import Glibc

/// The pace of a replay.
package protocol ReplayClock: AnyObject {
  /// Returns when it is time for what happens so long after the recording's first frame.
  ///
  /// - Returns: false to end the replay here.
  func wait(microseconds: Int64) -> Bool
}

/// As slowly as it was recorded.
final class RealTimeClock: ReplayClock {
  private let start = linux_monotonic_microseconds()

  func wait(microseconds: Int64) -> Bool {
    var left = microseconds - (linux_monotonic_microseconds() - start)
    while left > 0 {
      // Signals wake it early.
      usleep(UInt32(min(left, 900_000)))
      left = microseconds - (linux_monotonic_microseconds() - start)
    }
    return true
  }
}
