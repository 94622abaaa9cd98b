import Foundation
import Synchronization
import Testing

@testable import Program

struct LogTests {
  @Test(arguments: [
    ("plain äöü 🐍", "plain äöü 🐍"),
    ("a\nb\rc\td", "a\\nb\\rc\\td"),
    ("\u{1b}[31mred\u{7}", "\\u{1b}[31mred\\u{7}"),
    ("left\u{202e}right\u{2028}end", "left\\u{202e}right\\u{2028}end"),
  ])
  func `Control characters and escape sequences are escaped`(text: String, printed: String) {
    #expect(Log.printable(text) == printed)
  }

  @Test func `A line is shorter than what a pipe accepts atomically`() {
    #expect(Log.printable(String(repeating: "ä", count: 100_000)).utf8.count < 3200)
    #expect(Log.printable(String(repeating: "\n", count: 100_000)).utf8.count < 3200)
  }

  @Test func `A cause writes a ration of lines in a minute, and says how many it has left out`() {
    let messages = Mutex<[String]>([]), time = Mutex<Int64>(0)
    let log = Log { _, message in messages.withLock { $0.append(message) } }
    let ration = LogRation(about: "plugs") { time.withLock { $0 } }
    for number in 0..<200 {
      log.within(ration).info("line \(number)")
      log.within(ration).debug("nothing")
    }
    let first = messages.withLock { $0 }
    #expect(
      first.count == 16 && first[14] == "line 14" && first[15] == "further lines about plugs are left out for a minute")
    time.withLock { $0 = 59_999_999 }
    log.within(ration).info("too early")
    time.withLock { $0 = 60_000_000 }
    log.within(ration).info("later")
    #expect(messages.withLock { $0[16...] } == ["186 lines about plugs were left out", "later"])
  }

  @Test func `The text of a message below the level is not even built`() {
    let messages = Mutex<[String]>([])
    let log = Log(level: .warning) { level, message in messages.withLock { $0.append("\(level): \(message)") } }
    func unwanted() -> String {
      Issue.record("made")
      return ""
    }
    log.debug(unwanted())
    log.info(unwanted())
    log.warning("w")
    log.error("e")
    #expect(messages.withLock { $0 } == ["warning: w", "error: e"])
  }
}

/// They set the environment and standard error, so they run one after the other.
@Suite(.serialized) struct StandardErrorTests {
  /// Returns what a log writes to standard error, which is a file meanwhile.
  private func written(journal: Bool) throws -> String {
    let path = NSTemporaryDirectory() + "tickled-" + UUID().uuidString
    defer { unlink(path) }
    let saved = dup(STDERR_FILENO)
    let file = open(path, O_CREAT | O_RDWR, 0o600)
    dup2(file, STDERR_FILENO)
    close(file)
    var status = stat()
    fstat(STDERR_FILENO, &status)
    setenv("JOURNAL_STREAM", journal ? "\(status.st_dev):\(status.st_ino)" : "1:2", 1)
    let log = Log(program: "tickled")
    log.error("one\ntwo")
    log.warning("three")
    unsetenv("JOURNAL_STREAM")
    dup2(saved, STDERR_FILENO)
    close(saved)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `A line elsewhere begins with the local time, the program's name and the level`() throws {
    let zone = environmentVariable("TZ")
    setenv("TZ", "NST+3:30", 1)
    tzset()
    let before = Date()
    let lines = try written(journal: false).split(separator: "\n")
    if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
    tzset()
    #expect(lines.map { $0.drop { $0 != " " } } == [" tickled: error: one\\ntwo", " tickled: warning: three"])
    let format = ISO8601DateFormatter()
    format.formatOptions.insert(.withFractionalSeconds)
    for line in lines {
      let time = line.prefix { $0 != " " }
      #expect(time.hasSuffix("-03:30"))
      let date = try #require(format.date(from: String(time)), "\(time)")
      #expect((-0.001...60).contains(date.timeIntervalSince(before)), "\(time)")
    }
  }

  @Test func `A line for the journal begins with a priority`() throws {
    #expect(try written(journal: true) == "<3>one\\ntwo\n<4>three\n")
  }
}
