import Foundation
import Testing

@Suite("Bad input to the tool", .startsPrograms)
struct BadInputTests {
  struct BadRecording: CustomTestStringConvertible {
    let testDescription: String
    let status: Int32
    let word: String
    /// Creates the recording in a folder and returns its path.
    let make: @Sendable (TemporaryFolder) throws -> String
  }

  private static let demo = try! Data(contentsOf: URL(filePath: Files.demo))

  static let recordings: [BadRecording] = [
    BadRecording(testDescription: "cut in the middle of a line", status: 65, word: ": cut off") {
      let middle = demo.count / 2
      let end = demo[middle...].firstIndex(of: UInt8(ascii: "\n"))!
      return try $0.write(demo[..<(end - 3)] + Data(" 12".utf8), to: "cut.evemu")
    },
    BadRecording(testDescription: "cut in the description", status: 65, word: "holds no events") {
      try $0.write(demo.prefix(300), to: "short.evemu")
    },
    BadRecording(testDescription: "a description alone", status: 65, word: "no events") {
      try $0.write(Recording.description, to: "description.evemu")
    },
    BadRecording(testDescription: "empty", status: 65, word: "is empty") { try $0.write("", to: "empty.evemu") },
    BadRecording(testDescription: "binary", status: 65, word: "is not text") {
      try $0.write(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }), to: "binary.evemu")
    },
    BadRecording(testDescription: "text of another kind", status: 65, word: ":1: is not a line of an EVEMU recording") {
      try $0.write("Dear diary,\n", to: "diary.evemu")
    },
    BadRecording(testDescription: "with an invalid time", status: 65, word: ":12: the time is not") {
      try $0.write(Recording.description + "E: 0.0 0000 0000 0\nE: soon 0003 0035 1\n", to: "time.evemu")
    },
    BadRecording(testDescription: "of a mouse", status: 65, word: "Mouse is not a touchscreen") {
      try $0.write(
        """
        # EVEMU 1.3
        N: Optical Mouse
        I: 0003 046d c016 0340
        P: 00 00 00 00 00 00 00 00
        B: 00 17 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 07 00 00 00 00 00
        B: 02 03 01 00 00 00 00 00 00
        E: 0.0 0002 0000 5
        E: 0.0 0000 0000 0

        """, to: "mouse.evemu")
    },
    BadRecording(testDescription: "with a name that would move the cursor", status: 65, word: "\\u{1B}[2J") {
      try $0.write("N: \u{1B}[2J\nE: 0.0 0000 0000 0\n", to: "name.evemu")
    },
    BadRecording(testDescription: "a directory", status: 65, word: "is not a regular file") { $0.path },
    BadRecording(testDescription: "a device", status: 65, word: "is not a regular file") { _ in "/dev/zero" },
    BadRecording(testDescription: "not there", status: 66, word: "No such file") { $0.path("nowhere.evemu") },
    BadRecording(testDescription: "in a file as if that were a folder", status: 66, word: "Not a directory") {
      try $0.write("", to: "file") + "/x.evemu"
    },
  ]

  @Test(arguments: recordings)
  func `A recording that cannot be read causes one line of error`(bad: BadRecording) throws {
    let folder = try TemporaryFolder()
    let path = try bad.make(folder)
    let outcome = try Program.tickle.run(["replay", "--config", Files.shippedConfiguration, path])
    #expect(outcome.end == .status(bad.status))
    #expect(outcome.output == "")
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("\(path):"), "\(outcome.errors)")
    #expect(outcome.errors.contains(bad.word), "\(outcome.errors)")
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test(.disabled(if: geteuid() == 0, "root may read every file: skipped"))
  func `A recording without read permission is reported as such`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.demo, to: "secret.evemu")
    chmod(path, 0)
    let outcome = try Program.tickle.run(["replay", "--config", Files.shippedConfiguration, path])
    #expect(outcome.end == .status(77))
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("Permission denied"))
  }

  @Test func `A bad recording does not prevent the good ones from playing`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["replay", "--format", "json", "--config", Files.shippedConfiguration]
    let alone = try Program.tickle.run(arguments + [Files.demo])
    let empty = try folder.write("", to: "empty.evemu")
    let outcome = try Program.tickle.run(arguments + [Files.demo, empty, folder.path("nowhere.evemu"), Files.demo])
    #expect(outcome.end == .status(65))
    #expect(outcome.outputBytes == alone.outputBytes + alone.outputBytes)
    #expect(outcome.errorLines.count == 2)
  }

  @Test(arguments: [
    ["replay", "--config", Files.shippedConfiguration, Files.demo],
    ["replay", "--format", "json", "--config", Files.shippedConfiguration, Files.demo],
    ["check", "--config", Files.shippedConfiguration],
  ])
  func `Output that cannot be written is reported and changes the exit status`(arguments: [String]) throws {
    let outcome = try Program.tickle.run(arguments, output: "/dev/full")
    #expect(outcome.end == .status(74))
    // The remarks of `check` have lines of their own there.
    #expect(outcome.errorLines.count { $0.hasPrefix("tickle: ") } == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("No space left on device"))
  }

  @Test(arguments: [
    ["replay"], ["replay", "--config"], ["replay", "--format", "xml", "x"], ["replay", "--speed", "2", "x"],
    ["replay", "--states", "some", "x"], ["replay", "--nonsense", "x"], ["devices", "x"],
    ["check", "--strict", "--nonsense"], ["dance"],
    ["--nonsense"],
  ])
  func `An invalid command line is reported, with the usage`(arguments: [String]) throws {
    let outcome = try Program.tickle.run(arguments)
    #expect(outcome.end == .status(64))
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("Usage: tickle"))
  }

  @Test(arguments: [
    [], ["--help"], ["help"], ["replay", "--help"], ["check", "-h"], ["devices", "--help"], ["demo", "--help"],
  ])
  func `Help goes to standard output`(arguments: [String]) throws {
    let outcome = try Program.tickle.run(arguments)
    #expect(outcome.end == .status(0))
    #expect(outcome.output.contains("USAGE: tickle"))
    #expect(outcome.errors == "")
  }

  @Test(
    arguments: [
      (["check", "--config", "/nonexistent/config.toml"], 66, "/nonexistent/config.toml"),
      (["replay", "--config", "/nonexistent/config.toml", Files.demo], 66, "/nonexistent/config.toml"),
      (["check", "--config", "/"], 74, "Is a directory"),
    ] as [([String], Int32, String)])
  func `An unreadable configuration is reported with advice`(arguments: [String], status: Int32, word: String) throws {
    let outcome = try Program.tickle.run(arguments)
    #expect(outcome.end == .status(status))
    #expect(outcome.output == "")
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains(word))
    #expect(outcome.errors.contains("("))
  }

  @Test(.enabled(if: SystemConfiguration.hidden != nil, SystemConfiguration.visible))
  func `Without any configuration, the system's is reported as missing`() throws {
    let words = try #require(SystemConfiguration.hidden)
    let outcome = try Child.run(words + [Program.tickle.path, "check"], environment: ["XDG_CONFIG_HOME": "/nowhere"])
    #expect(outcome.end == .status(66))
    #expect(
      outcome.errors.hasPrefix("open /etc/tickled/config.toml: No such file or directory (nor is there /nowhere/"))
    #expect(
      outcome.errors.hasSuffix(
        "/config.toml; `tickle init` writes a configuration to start from; docs/nothing-happens.md)\n"))
    // A file in a place that people try is named.
    let folder = try TemporaryFolder()
    let stray = try folder.write("", to: "tickled.toml")
    let strayed = try Child.run(words + [Program.tickle.path, "check"], environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(strayed.end == .status(66))
    #expect(
      strayed.errors.contains("(\(stray) is not read: move it to \(folder.path("tickled/config.toml"));"),
      "\(strayed.errors)")
  }

  @Test func `A user's own configuration comes before the system's`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("tickled"), withIntermediateDirectories: true)
    try folder.write("[[view]]\nname = \"mine\"\n", to: "tickled/config.toml")
    let outcome = try Program.tickle.run(["check"], environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(outcome.end == .status(0))
    #expect(outcome.output.hasPrefix("\(folder.path)/tickled/config.toml: valid ("))
  }

  @Test(.disabled(if: FileManager.default.fileExists(atPath: "/dev/input"), "there may be a touchscreen: skipped"))
  func `Without a touchscreen there is nothing to list`() throws {
    for format in ["text", "json"] {
      let outcome = try Program.tickle.run(["devices", "--format", format])
      #expect(outcome.end == .status(69))
      #expect(outcome.output == "")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.hasPrefix("tickle: no touchscreen found"))
    }
  }
}
