import Actions
import Foundation
import Program
import Testing

@testable import Configuration

@Suite("The folder config.d")
struct FolderTests {
  /// A configuration's folder with files, removed at the end.
  private final class Home {
    let folder = FileManager.default.temporaryDirectory.appending(path: "config-\(UUID().uuidString)").path

    init(_ files: [String: String]) throws {
      try FileManager.default.createDirectory(atPath: "\(folder)/config.d", withIntermediateDirectories: true)
      for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func load(_ name: String = "config.toml") throws -> Configuration {
      try Configuration.load(path: "\(folder)/\(name)").configuration
    }

    /// The errors, without the folder.
    var errors: String {
      do {
        _ = try load()
        return ""
      } catch {
        return "\(error)".replacingOccurrences(of: folder + "/", with: "")
      }
    }
  }

  private static func tap(_ name: String) -> String { "[[gesture]]\nname = \"\(name)\"\nkind = \"tap\"\n" }

  @Test func `Its files are added after the file, in the order of their names`() throws {
    let home = try Home([
      "config.toml": Self.tap("a") + "[daemon]\nwatch = true\n", "config.d/20.toml": Self.tap("c"),
      "config.d/10.toml": Self.tap("b")
        + "[daemon]\nwatch = true\nlog_level = \"debug\"\n[mode.still]\ndisable = \"a\"\n",
      "config.d/9.toml": Self.tap("d"), "config.d/.hidden.toml": "x", "config.d/README": "x",
    ])
    let configuration = try home.load()
    #expect(configuration.gestures.map(\.name) == ["a", "b", "c", "d"])
    #expect(configuration.daemon.watch && configuration.daemon.logLevel == .debug)
    #expect(configuration.modes.map(\.name) == ["still"])
  }

  @Test func `Only a file called config.toml has it`() throws {
    let home = try Home(["config.toml": "", "draft.toml": "", "config.d/a.toml": Self.tap("a")])
    #expect(try home.load().gestures.count == 1)
    #expect(try home.load("draft.toml").gestures.isEmpty)
    #expect(ConfigurationText.folder(besides: "config.toml") == "config.d")
    #expect(ConfigurationText.folder(besides: "/etc/tickled/config.toml") == "/etc/tickled/config.d")
    #expect(ConfigurationText.folder(besides: "/etc/my-config.toml") == nil)
  }

  @Test func `Errors have the place in their own file`() throws {
    let home = try Home([
      "config.toml": "\n\n[daemon]\nwatch = 1\n", "config.d/a.toml": Self.tap("a") + "finger = 2\n",
      "config.d/b.toml": "[[view]]\nname = \"v\"\nparent = \"w\"\n",
    ])
    #expect(
      home.errors == """
        config.toml:4:9: error: "watch" takes true or false, not 1; did you mean true?
           4 | watch = 1
             |         ^
        config.d/a.toml:4:1: error: unknown key "finger"; did you mean "fingers"?
           4 | finger = 2
             | ^~~~~~
        config.d/b.toml:3:10: error: no view or screen is named "w"
           3 | parent = "w"
             |          ^~~
        """)
    let broken = try Home(["config.toml": "", "config.d/a.toml": "[daemon]\nwatch = maybe\n"])
    #expect(broken.errors.hasPrefix("config.d/a.toml:2:1: error: a text must be in quotes"))
    try Data([0x61, 0xFF]).write(to: URL(filePath: "\(broken.folder)/config.d/a.toml"))
    #expect(broken.errors.hasPrefix("config.d/a.toml:1:2: error: this is not UTF-8"))
  }

  @Test func `One key with two values is an error that names both places`() throws {
    let home = try Home([
      "config.toml": "[daemon]\nlog_level = \"info\"\n",
      "config.d/a.toml": "[daemon]\nwatch = true\nlog_level = \"debug\"\n",
    ])
    let first = "\(home.folder)/config.toml".replacingOccurrences(of: home.folder + "/", with: "")
    #expect(
      home.errors == """
        config.d/a.toml:3:13: error: "log_level" of [daemon] is "debug" here, and "info" in \(first), line 2
           3 | log_level = "debug"
             |             ^~~~~~~
        """)
  }

  @Test func `A name that two files declare is an error that names both places`() throws {
    let home = try Home([
      "config.toml": Self.tap("a") + "[mode.m]\ndisable = \"a\"\n",
      "config.d/a.toml": "\n" + Self.tap("a") + "[mode.m]\ndisable = \"a\"\n",
    ])
    #expect(
      home.errors.contains(
        "config.d/a.toml:3:8: error: a second gesture named \"a\"; the first is in config.toml, line 2"))
    #expect(
      home.errors.contains("config.d/a.toml:5:7: error: a second mode named \"m\"; the first is in config.toml, line 4")
    )
  }

  @Test func `A table and a list of one name are an error`() throws {
    let home = try Home(["config.toml": Self.tap("a"), "config.d/a.toml": "[gesture]\nname = \"b\"\n"])
    #expect(
      home.errors.contains(
        "config.d/a.toml:1:2: error: \"gesture\" is a table here, and a list of tables in config.toml"))
  }

  @Test func `A gesture may mean one of another file, and a warning names that file`() throws {
    let home = try Home([
      "config.toml": Self.tap("double") + "taps = 2\n", "config.d/a.toml": Self.tap("single"),
      "config.d/b.toml": Self.tap("third") + "requires_failure_of = \"double\"\n",
    ])
    let (configuration, warnings) = try Configuration.load(path: "\(home.folder)/config.toml")
    #expect(configuration.gestures.count == 3)
    let surprise = try #require(warnings.first { $0.message.contains("does not wait") })
    #expect(surprise.file.hasSuffix("config.d/a.toml") && surprise.line == 2)
    #expect(surprise.message.contains("\"double\" in \(home.folder)/config.toml, line 2"))
  }

  @Test func `Paths start at the folder of config.toml`() throws {
    let home = try Home(["config.toml": "", "config.d/a.toml": Self.tap("a") + "action = { sound = \"bell.wav\" }\n"])
    #expect(try home.load().gestures[0].actions.map(\.action) == [.sound(.file("\(home.folder)/bell.wav"), volume: 1)])
  }

  @Test func `Too much is refused`() throws {
    let home = try Home(["config.toml": ""])
    for index in 0..<100 {
      try "".write(toFile: "\(home.folder)/config.d/\(index).toml", atomically: true, encoding: .utf8)
    }
    #expect(home.errors.contains("more than 99"))
  }
}
