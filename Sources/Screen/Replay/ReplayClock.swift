import CLinux
import Program

/// The pace of a replay.
package protocol ReplayClock: AnyObject {
  /// Waits until this much time has passed since the recording's first frame.
  ///
  /// - Returns: false to end the replay.
  func wait(microseconds: Int64) -> Bool
}

/// The speed of the recording.
final class RealTimeClock: ReplayClock {
  private let start = linux_monotonic_microseconds()

  func wait(microseconds: Int64) -> Bool {
    var left = microseconds - (linux_monotonic_microseconds() - start)
    while left > 0 {
      // Signals interrupt the sleep.
      blockThread(microseconds: UInt32(min(left, 900_000)))
      left = microseconds - (linux_monotonic_microseconds() - start)
    }
    return true
  }
}
