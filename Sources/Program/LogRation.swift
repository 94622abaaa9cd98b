import CLinux
import Synchronization

/// How many lines of the log one cause may write in a minute: a bad plug connects and disconnects several times a second.
package final class LogRation: Sendable {
  /// A log stays below 20 lines a minute, with the line about those that were left out, and others about the same cause.
  private static let most = 15
  private static let minute: Int64 = 60_000_000

  private struct Minute {
    var start = Int64.min
    var lines = 0
    var leftOut = 0
  }

  private let minute = Mutex(Minute())
  private let subject: String
  private let now: @Sendable () -> Int64

  package init(about subject: String, now: @escaping @Sendable () -> Int64 = { linux_monotonic_microseconds() }) {
    self.subject = subject
    self.now = now
  }

  /// Takes a line of the ration.
  /// - Returns: whether it may be written, and a line about those before it that were not.
  fileprivate func take() -> (isThere: Bool, remark: String?) {
    let time = now()
    return minute.withLock { minute in
      let leftOut = minute.leftOut
      if minute.start == .min || time - minute.start >= Self.minute { minute = Minute(start: time) }
      minute.lines += 1
      if minute.lines > Self.most { minute.leftOut += 1 }
      let isFirstOfMinute = minute.lines == 1 && leftOut > 0
      let remark =
        minute.lines == Self.most + 1
        ? "further lines about \(subject) are left out for a minute"
        : isFirstOfMinute ? "\(leftOut) lines about \(subject) were left out" : nil
      return (minute.lines <= Self.most, remark)
    }
  }
}

extension Log {
  /// The same log, for lines of one cause. Lines below the log's level take nothing of the ration.
  package func within(_ ration: LogRation) -> Log {
    Log(level: level, troubles: troubles) { level, message in
      let (isThere, remark) = ration.take()
      if let remark { log(.warning, remark) }
      if isThere { log(level, message) }
    }
  }
}
