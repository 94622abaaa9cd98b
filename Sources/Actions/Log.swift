import Glibc

/// Diagnostics, a line a message.
///
/// To standard error each line is one `write`: with journald's `<N>` priority when `$JOURNAL_STREAM` says that journald
/// reads there, else as `tickled: warning: MESSAGE`.
package struct Log: Sendable {
  package enum Level: String, CaseIterable, Comparable, Sendable {
    case error, warning, info, debug

    package static func < (a: Level, b: Level) -> Bool { a.priority < b.priority }

    /// As syslog counts.
    fileprivate var priority: Int {
      switch self {
      case .error: 3
      case .warning: 4
      case .info: 6
      case .debug: 7
      }
    }
  }

  /// Messages beyond it cost nothing.
  package var level: Level
  private let sink: @Sendable (Level, String) -> Void

  /// To standard error.
  package init(program: String, level: Level = .info) {
    let journal = Log.journalReads(STDERR_FILENO)
    self.init(level: level) { level, message in
      Log.write(journal ? "<\(level.priority)>\(message)\n" : "\(program): \(level): \(message)\n")
    }
  }

  /// To wherever `sink` takes it, from any thread; it gets messages that are safe to print.
  package init(level: Level = .info, sink: @escaping @Sendable (Level, String) -> Void) {
    self.level = level
    self.sink = sink
  }

  /// Device names, file names and what commands print may be in a message: it is made printable here, and one line.
  package func log(_ level: Level, _ message: @autoclosure () -> String) {
    guard level <= self.level else { return }
    sink(level, Log.printable(message()))
  }

  package func error(_ message: @autoclosure () -> String) { log(.error, message()) }
  package func warning(_ message: @autoclosure () -> String) { log(.warning, message()) }
  package func info(_ message: @autoclosure () -> String) { log(.info, message()) }
  package func debug(_ message: @autoclosure () -> String) { log(.debug, message()) }

  /// Controls, line separators and what turns the direction of writing are escaped as Swift writes them.
  /// 3 kB at most, so that a line is below the 4 kB that a pipe takes at once.
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
    guard let stream = getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }

  /// A line that cannot be written is lost: there is nowhere left to say so.
  private static func write(_ line: String) {
    var line = line
    line.withUTF8 { bytes in
      while Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
    }
  }
}

extension Unicode.Scalar {
  /// `\n`, or `\u{1b}`.
  fileprivate var escaped: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16))}"
    }
  }
}
