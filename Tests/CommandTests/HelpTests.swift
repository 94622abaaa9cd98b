import ArgumentParser
import Foundation
import Testing

@testable import tickle

@Suite("The help", .startsPrograms)
struct HelpTests {
  @Test func `The page has the commands in the groups and in the order of the help`() throws {
    let page = try String(contentsOfFile: "\(Files.checkout)/docs/commands.md", encoding: .utf8)
    var rows: [String] = []
    var group = ""
    for line in page.split(separator: "\n") {
      guard let match = line.wholeMatch(of: /\| (?:(\w+) )?\| \[`tickle (\w+)`\].*/) else { continue }
      if let name = match.1 { group = String(name) }
      rows.append("\(group) \(match.2)")
    }
    let groups = Tickle.configuration.groupedSubcommands
    let names = groups.flatMap { group in
      group.subcommands.map { "\(group.name) \($0.configuration.commandName ?? "")" }
    }
    #expect(rows == names)
    #expect(groups.map(\.name) == ["Start", "Look", "Write", "Test", "Run"])
    #expect(Tickle.configuration.ungroupedSubcommands.isEmpty)
  }

  @Test func `It says where to start, and what to do if nothing happens`() throws {
    let help = try Program.tickle.run([])
    #expect(help.end == .status(0), "\(help.errors)")
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Start with `tickle init`."), "\(words)")
    #expect(words.contains("docs/nothing-happens.md"), "\(words)")
    #expect(words.contains("START SUBCOMMANDS: init"), "\(words)")
  }

  @Test(arguments: [
    (["stauts"], "\"stauts\" is not a command; did you mean \"status\"?"),
    (["help", "replya", "x"], "\"replya\" is not a command; did you mean \"replay\"?"),
    (["log"], "\"log\" is not a command: `journalctl -fu tickled` shows the daemon's log."),
    (["validate", "--strict", "a.toml"], "\"validate\" is not a command: `tickle check` validates configurations."),
    (["\u{1B}[2J"], "\"\\u{1B}[2J\" is not a command."),
  ])
  func `A word that is not a command names the one that was probably meant`(words: [String], says: String) throws {
    let outcome = try Program.tickle.run(words)
    #expect(outcome.end == .status(64))
    #expect(outcome.errors.hasPrefix("Error: \(says)\nUsage: tickle"), "\(outcome.errors)")
    #expect(outcome.output == "")
  }

  @Test func `Sentences about words of other programs name commands that exist`() throws {
    let commands = Tickle.configuration.subcommands.compactMap { $0.configuration.commandName }
    for (word, sentence) in UnknownCommand.habits {
      #expect(!commands.contains(word))
      for match in sentence.matches(of: /`tickle (\w+)/) {
        #expect(commands.contains(String(match.1)), "\(word): \(sentence)")
      }
    }
  }

  @Test func `Commands, options and help pass`() {
    for words in [[], ["--version"], ["help"], ["help", "status"], ["status", "stauts"]] {
      #expect(UnknownCommand.complaint(about: words) == nil, "\(words)")
    }
  }
}
