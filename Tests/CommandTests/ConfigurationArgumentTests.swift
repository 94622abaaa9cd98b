import ArgumentParser
import Foundation
import Testing

@testable import tickle

@Suite("A configuration as an argument", .startsPrograms)
struct ConfigurationArgumentTests {
  /// The configuration that a command line names, as the command sees it, and the other arguments.
  private static func parsed(_ words: [String]) throws -> (configuration: String?, others: [String]) {
    switch try Tickle.parseAsRoot(words) {
    case let command as ShowCommand: (command.file.config, [])
    case let command as DevicesCommand: (command.file.config, [])
    case let command as SetupCommand: (command.file.config, [])
    case let command as FollowCommand: (command.file.config, [])
    case let command as MonitorCommand: (command.file.config, [command.recording].compactMap { $0 })
    case let command as PlaceCommand: (command.file.config, [command.name])
    case let command as LearnCommand: (command.file.config, [command.name].compactMap { $0 })
    case let command as ReplayCommand: (command.file.config, command.recordings)
    case let command as ExplainCommand: (command.file.config, command.recordings)
    case let command as ScoreCommand: (command.file.config, command.recordings)
    case let command as TuneCommand: (command.file.config, [command.gesture].compactMap { $0 } + command.recordings)
    case let command as TestCommand: (command.file.config, command.files)
    case let command: throw ValidationError("\(type(of: command))")
    }
  }

  @Test(
    arguments: [
      ("show a.toml", []), ("show --config a.toml", []), ("devices a.toml", []), ("setup --write a.toml", []),
      ("follow a.toml", []), ("monitor a.toml", []), ("monitor a.toml --recording b.evemu", ["b.evemu"]),
      ("place menu a.toml", ["menu"]), ("learn star a.toml", ["star"]), ("learn --list a.toml", []),
      ("replay a.toml b.evemu", ["b.evemu"]), ("replay b.evemu a.toml c.evemu", ["b.evemu", "c.evemu"]),
      ("replay b.evemu --config a.toml", ["b.evemu"]), ("replay a.toml --hand tap", []), ("replay a.toml -", ["-"]),
      ("explain --gesture next a.toml b.evemu", ["b.evemu"]), ("score a.toml b.evemu", ["b.evemu"]),
      ("tune a.toml next b.evemu", ["next", "b.evemu"]), ("tune next a.toml b.evemu", ["next", "b.evemu"]),
      ("tune --profile a.toml", []), ("tune next --live a.toml", ["next"]),
    ] as [(String, [String])])
  func `A file that ends in toml is the configuration`(line: String, others: [String]) throws {
    let parsed = try Self.parsed(line.split(separator: " ").map(String.init))
    #expect(parsed.configuration == "a.toml")
    #expect(parsed.others == others)
  }

  @Test func `Without one, no configuration is named`() throws {
    for line in ["show", "devices", "monitor", "replay b.evemu", "tune next --live", "test", "test none.test.toml"] {
      #expect(try Self.parsed(line.split(separator: " ").map(String.init)).configuration == nil, "\(line)")
    }
  }

  @Test(arguments: [
    ("show a.toml --config b.toml", "Name one configuration, not \"b.toml\" and \"a.toml\"."),
    ("replay a.toml b.toml c.evemu", "Name one configuration, not \"a.toml\" and \"b.toml\"."),
    ("explain --config a.toml a.toml c.evemu", "Name one configuration, not \"a.toml\" and \"a.toml\"."),
    ("learn --list a.toml b.toml", "Name one configuration, not \"b.toml\" and \"a.toml\"."),
    ("monitor b.evemu", "\"b.evemu\" does not end in .toml: name a configuration like this with --config."),
    ("devices /dev/input/event4", "\"/dev/input/event4\" does not end in .toml"),
    ("replay a.toml", "Name a recording, or a hand in words with --hand."), ("score a.toml", "Name a recording."),
    ("tune a.toml", "Name a gesture"), ("replay --config - -", "Standard input (-) can be read only once"),
  ])
  func `Contradictory arguments are refused in a sentence`(line: String, says: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let error = try #require(#expect(throws: (any Error).self) { try Tickle.parseAsRoot(words) })
    let message = Tickle.message(for: error)
    #expect(message.hasPrefix(says), "\(message)")
    #expect(Tickle.exitCode(for: error).rawValue == 64)
  }

  @Test func `It gives what --config gives`() throws {
    for command in ["replay", "explain"] {
      let option = try Program.tickle.run([command, "--config", Files.shippedConfiguration, Files.demo])
      let argument = try Program.tickle.run([command, Files.shippedConfiguration, Files.demo])
      #expect(option.end == .status(0) && !option.output.isEmpty, "\(option.errors)")
      #expect(argument.outputBytes == option.outputBytes, "\(argument.errors)")
    }
  }

  @Test func `A configuration for cases is used with the cases that are named, or with those beside it`() throws {
    let folder = try TemporaryFolder()
    let kiosk = try folder.write("[[gesture]]\nname = 'tap'\nkind = 'tap'\n", to: "kiosk.toml")
    let beside = try folder.write("[[case]]\nhand = 'tap'\nexpect = 'tap'\n", to: "kiosk.test.toml")
    // Files of cases may have any name.
    let cases = try folder.write("config = 'kiosk.toml'\n[[case]]\nhand = 'tap'\nexpect = 'tap'\n", to: "cases.toml")
    let other = try folder.write("[[gesture]]\nname = 'pan'\nkind = 'pan'\n", to: "other.toml")
    for words in [[kiosk], [kiosk, beside], [cases], [cases, kiosk]] {
      let outcome = try Program.tickle.run(["test"] + words)
      #expect(outcome.end == .status(0), "\(words): \(outcome.output)\(outcome.errors)")
    }
    #expect(try Program.tickle.run(["test", other, beside]).errors.contains("no gesture"))
    #expect(try Program.tickle.run(["test", other]).errors.contains("other.test.toml: No such file or directory"))
    #expect(try Program.tickle.run(["test", kiosk, other]).errors.contains("Name one configuration"))
    #expect(try Program.tickle.run(["test", "--suggest", kiosk]).output.contains("hand = "))
  }
}
