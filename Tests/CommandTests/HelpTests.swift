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

  @Test func `Every command has two or three examples that its parser takes`() throws {
    for command in Tickle.configuration.subcommands {
      let name = command.configuration.commandName ?? ""
      let parts = command.configuration.discussion.components(separatedBy: "Examples:\n")
      try #require(parts.count == 2, "\(name) has no examples")
      let lines = parts[1].split(separator: "\n")
      #expect((2...3).contains(lines.count), "\(name)")
      for line in lines {
        let output = try Child.run(["bash", "-c", "printf '%s\\n' \(line)"]).output
        let words = output.split(separator: "\n").map(String.init)
        #expect(line.count <= 80 && line.hasPrefix("  tickle ") && words.prefix(2) == ["tickle", name], "\(line)")
        #expect(throws: Never.self, "\(line)") {
          let parsed = try Tickle.parseAsRoot(Array(words.dropFirst()))
          #expect(ObjectIdentifier(type(of: parsed)) == ObjectIdentifier(command), "\(line)")
        }
      }
    }
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

  @Test func `The page about nothing that happens is short, and its commands are valid`() throws {
    let page = try String(contentsOfFile: "\(Files.checkout)/docs/nothing-happens.md", encoding: .utf8)
    #expect(page.utf8.count < 6000)
    let lines = page.matches(of: /(?:`|^ {4})(?:sudo )?tickle ([^`\n]+)/.anchorsMatchLineEndings()).map { String($0.1) }
    #expect(lines.count > 15)
    let commands = Set(Tickle.configuration.subcommands.compactMap { $0.configuration.commandName })
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      // A command that is only named has no arguments that could be wrong.
      if words.count == 1 {
        #expect(commands.union(["doctor"]).contains(words[0]), "\(line)")
      } else {
        #expect(throws: Never.self, "\(line)") { try Tickle.parseAsRoot(words) }
      }
    }
    for path in ["README.md", "docs/first-gesture.md", "docs/service.md", "docs/make-site"] {
      let text = try String(contentsOfFile: "\(Files.checkout)/\(path)", encoding: .utf8)
      #expect(text.contains("nothing-happens.md"), "\(path)")
    }
  }

  @Test(arguments: ["console", "desktops", "kiosk", "raspberry-pi-panel", "wayland", "x11"])
  func `The commands on the page of a machine are valid, and the files that they name are shipped`(name: String) throws
  {
    let page = try String(contentsOfFile: "\(Files.checkout)/docs/\(name).md", encoding: .utf8)
    let lines = page.matches(of: /^ {4}(?:sudo )?tickle ([^>\n]+)/.anchorsMatchLineEndings()).map { String($0.1) }
    #expect(lines.count > 1)
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      #expect(throws: Never.self, "\(line)") { try Tickle.parseAsRoot(words) }
      guard words.count > 1, ["init", "recipe"].contains(words[0]) else { continue }
      let folder = words[0] == "init" ? "starters" : "cookbook"
      #expect(access("\(Files.checkout)/config/\(folder)/\(words[1]).toml", R_OK) == 0, "\(line)")
    }
    for match in page.matches(of: /drop-in\/([\w-]+\.conf)/) {
      #expect(access("\(Files.checkout)/systemd/drop-in/\(match.1)", R_OK) == 0, "\(match.0)")
    }
  }

  @Test func `Pages that the programs name exist`() throws {
    let sources = URL(fileURLWithPath: "\(Files.checkout)/Sources").resolvingSymlinksInPath().path
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    var pages: Set<String> = []
    for file in files {
      let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      for match in text.matches(of: /\bdocs\/[\w-]+\.md/) { pages.insert(String(match.0)) }
    }
    #expect(pages.contains("docs/nothing-happens.md"))
    for page in pages { #expect(access("\(Files.checkout)/\(page)", R_OK) == 0, "\(page)") }
  }
}
