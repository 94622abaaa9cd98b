// Program: the one module that imports libc: log, files, sockets, signals, errors of the system, the waiting loop.

import CLinux

/// The diagnostic log, with one line for each message.
///
/// Each line is one `write` to standard error: with journald's `<N>` priority when `$JOURNAL_STREAM` says that journald
/// reads there, otherwise as `2026-01-31T23:59:59.999+01:00 tickled: warning: MESSAGE`.
package struct Log: Sendable {
  package enum Level: String, CaseIterable, Comparable, Sendable {
    case error, warning, info, debug

    package static func < (a: Level, b: Level) -> Bool { a.priority < b.priority }

    /// The priority as syslog numbers it.
    fileprivate var priority: Int {
      switch self {
      case .error: 3
      case .warning: 4
      case .info: 6
      case .debug: 7
      }
    }
  }

  /// Messages below this level are discarded before their text is built.
  package var level: Level
  /// What was logged and still holds. Copies of a log share it.
  package let troubles: Troubles
  private let sink: @Sendable (Level, String) -> Void

  /// Writes to standard error.
  /// - Parameter write: writes a line with its line feed. The default writes at once, and so waits for a reader that does not keep up.
  package init(
    program: String, level: Level = .info, write: @escaping @Sendable ([UInt8]) -> Void = Log.write
  ) {
    let journal = Log.journalReads(Descriptor.standardError)
    self.init(level: level) { level, message in write(Log.line(program, level, message, forJournal: journal)) }
  }

  /// The line, with its line feed, that reports lost lines of the log itself.
  package static func note(program: String, lost lines: Int) -> [UInt8] {
    line(
      program, .warning, "\(lines) lines of the log were lost: standard error was not read",
      forJournal: journalReads(Descriptor.standardError))
  }

  private static func line(_ program: String, _ level: Level, _ message: String, forJournal: Bool) -> [UInt8] {
    Array((forJournal ? "<\(level.priority)>\(message)\n" : "\(now) \(program): \(level.rawValue): \(message)\n").utf8)
  }

  private static var now: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
      guard let start = text.baseAddress else { return "" }
      linux_local_time(start)
      return String(cString: start)
    }
  }

  /// Passes messages to `sink`, on any thread. The messages are safe to print.
  package init(
    level: Level = .info, troubles: Troubles = Troubles(), sink: @escaping @Sendable (Level, String) -> Void
  ) {
    self.level = level
    self.troubles = troubles
    self.sink = sink
  }

  /// Logs a message as one printable line, as it may contain device names, file names and output of commands.
  package func log(_ level: Level, _ message: @autoclosure () -> String) {
    guard level <= self.level else { return }
    sink(level, Log.printable(message()))
  }

  package func error(_ message: @autoclosure () -> String) { log(.error, message()) }
  package func warning(_ message: @autoclosure () -> String) { log(.warning, message()) }
  package func info(_ message: @autoclosure () -> String) { log(.info, message()) }
  package func debug(_ message: @autoclosure () -> String) { log(.debug, message()) }

  /// Returns the text with control characters, line separators and characters that change the writing direction escaped as in Swift.
  /// It is cut after 3 kB, so that a line is below the 4 kB that a pipe takes atomically.
  package static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if result.utf8.count >= 3 * 1024 { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: result += scalar.escaped
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func journalReads(_ descriptor: Int32) -> Bool {
    guard let stream = environmentVariable("JOURNAL_STREAM") else { return false }
    return (try? FileStatus(of: descriptor))?.identity == stream
  }

  /// Writes a line to standard error. A line that cannot be written is lost, as it could not be reported either.
  package static func write(_ line: [UInt8]) {
    line.withUnsafeBytes { bytes in _ = try? Descriptor.write(Descriptor.standardError, bytes) }
  }
}

extension Unicode.Scalar {
  /// The scalar as an escape such as `\n` or `\u{1b}`.
  fileprivate var escaped: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16))}"
    }
  }
}
