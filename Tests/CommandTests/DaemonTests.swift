import Foundation
import Testing

@Suite("Daemon without a panel", .startsPrograms)
struct DaemonTests {
  /// Keeps the daemon from the touchscreens of the machine that the tests run on.
  private static let noPanel = ["--device", "/nonexistent/event0"]
  private static let waiting =
    "no touchscreen that can be read: waiting for one (`tickle devices` says why; docs/nothing-happens.md)"

  private func start(_ configuration: String, in folder: TemporaryFolder) throws -> Child {
    try Program.tickled.start(["--config", folder.write(configuration, to: "config.toml")] + Self.noPanel)
  }

  @Test(arguments: [["--help"], ["-h"], ["--version"], ["-V"]])
  func `Help and version go to standard output`(arguments: [String]) throws {
    let outcome = try Program.tickled.run(arguments)
    #expect(outcome.end == .status(0))
    #expect(outcome.output.hasPrefix(["--help", "-h"].contains(arguments[0]) ? "usage: tickled" : "tickled "))
    #expect(outcome.errors == "")
  }

  @Test func `The help names every option`() throws {
    let help = try Program.tickled.run(["--help"]).output
    for option in ["--config", "--device", "--dry-run", "--format", "--help", "--version"] {
      #expect(help.contains(option))
    }
  }

  @Test func `Help that cannot be written changes the exit status`() throws {
    for option in ["--help", "--version"] {
      let outcome = try Program.tickled.run([option], output: "/dev/full")
      #expect(outcome.end == .status(74))
      #expect(outcome.errorLines.count == 1)
    }
  }

  @Test(arguments: [
    ["--nonsense"], ["-x"], ["--format", "xml"], ["--config"], ["--device"], ["--dry-run=yes"], ["start"], ["--", "x"],
  ])
  func `An invalid command line is reported, with the usage`(arguments: [String]) throws {
    let outcome = try Program.tickled.run(arguments)
    #expect(outcome.end == .status(64))
    #expect(outcome.output == "")
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errorLines.last?.hasPrefix("usage: tickled") == true)
  }

  @Test func `An invalid configuration is reported with its errors' positions and ends the daemon`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[daemon]\nwacth = true\n[[gesture]]\nname = \"x\"\nkind = \"tpa\"\n", to: "bad.toml")
    let outcome = try Program.tickled.run(["--config", path])
    #expect(outcome.end == .status(78))
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("\(path):2:1: "))
    #expect(outcome.errors.contains("\(path):5:8: "))
    #expect(outcome.errorLines.count == 2, "one line per error, for a journal: \(outcome.errors)")
  }

  @Test func `A missing configuration ends the daemon`() throws {
    let outcome = try Program.tickled.run(["--config", "/nonexistent/config.toml"])
    #expect(outcome.end == .status(66))
    #expect(outcome.errorLines.count == 1)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `Without a panel it waits, logs that once, and exits cleanly on a signal`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let daemon = try start("", in: folder)
    try await daemon.says(Self.waiting)
    daemon.signal(signal)
    let outcome = try await daemon.ended()
    #expect(outcome.end == .status(0))
    #expect(outcome.output == "")
    #expect(outcome.errors.components(separatedBy: Self.waiting).count == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("stopped"))
  }

  @Test(
    .enabled(if: !Sanitizer.isThreadSanitizer, "the thread sanitizer has a thread that wakes up"),
    arguments: ["", "[daemon]\nwatch = true\n"])
  func `While it waits, it uses no processor time`(configuration: String) async throws {
    let folder = try TemporaryFolder()
    let daemon = try start(configuration, in: folder)
    try await daemon.says(Self.waiting)
    // Threads that were needed for the start may still end, and their counts disappear with them. After that nothing wakes up.
    var wakeUps = 1
    for _ in 0..<4 where wakeUps != 0 {
      let before = try switches(of: daemon)
      try await Task.sleep(for: .seconds(2))  // The time that is measured, not a delay.
      wakeUps = try switches(of: daemon) - before
    }
    #expect(wakeUps == 0)
  }

  @Test(.enabled(if: !Sanitizer.isUsed, "sanitizers have large pieces of memory"))
  func `No piece of its memory is large enough for a huge page, which would be most of what it uses`() async throws {
    let folder = try TemporaryFolder()
    let daemon = try start("", in: folder)
    try await daemon.says(Self.waiting)
    for _ in 0..<5 { daemon.signal(SIGHUP) }
    try await daemon.says("reloaded")
    let lines = try String(contentsOfFile: "/proc/\(daemon.process)/maps", encoding: .utf8).split(separator: "\n")
    let sizes = lines.filter { $0.contains(" rw-p ") }.map { line in
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
      return ends[1] - ends[0]
    }
    #expect(sizes.contains(1 << 20), "no stack of a thread")
    #expect(sizes.allSatisfy { $0 < 2 << 20 }, "\(lines.joined(separator: "\n"))")
  }

  /// Returns how often the threads of a process have gone to sleep.
  private func switches(of child: Child) throws -> Int {
    let folder = "/proc/\(child.process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, thread in
      let status = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
    }
  }

  @Test func `A valid configuration takes effect; an invalid one is reported and the current one stays active`()
    async throws
  {
    let folder = try TemporaryFolder()
    let daemon = try start("[[view]]\nname = \"snake\"\n", in: folder)
    let path = folder.path("config.toml")
    try await daemon.says(Self.waiting)

    try folder.write("[[view]]\nname = \"snake\"\nframe = { x = \"10\" }\n", to: "config.toml")
    daemon.signal(SIGHUP)
    try await daemon.says("\(path): not reloaded; the previous configuration stays active")
    #expect(daemon.errors.contains("\(path):3:15: "))
    #expect(!daemon.errors.contains("\(path): reloaded"))

    try folder.write("[[view]]\nname = \"dragon\"\n", to: "config.toml")
    daemon.signal(SIGHUP)
    try await daemon.says("\(path): reloaded")

    try FileManager.default.removeItem(atPath: path)
    daemon.signal(SIGHUP)
    try await until("a second refusal") { daemon.errors.components(separatedBy: "not reloaded").count == 3 }

    daemon.signal(SIGTERM)
    let outcome = try await daemon.ended()
    #expect(outcome.end == .status(0))
    #expect(outcome.output == "")
  }

  @Test func `A journal gets priorities instead of names`() async throws {
    let folder = try TemporaryFolder()
    let log = try folder.write("", to: "journal")
    var status = stat()
    stat(log, &status)
    // As under systemd, standard error is a stream that $JOURNAL_STREAM names.
    let shell = "exec 2>>\"$1\"; shift; exec \"$@\""
    let daemon = try Program.tickled.start(
      ["--config", folder.write("", to: "config.toml")] + Self.noPanel,
      environment: ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"],
      wrapper: ["sh", "-c", shell, "sh", log])
    try await until("a line in the journal") {
      (try String(contentsOfFile: log, encoding: .utf8)) == "<6>\(Self.waiting)\n"
    }
    daemon.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }
}
