import Foundation
import Testing

@Suite("Files and standard input", .startsPrograms)
struct StandardInputTests {
  /// Runs the tool with a file, or the text of several, as standard input.
  private func run(_ arguments: [String], input: String) async throws -> Outcome {
    let wrapper = ["sh", "-c", "exec < \"$0\" \"$@\"", input]
    return try await Program.tickle.start(arguments, wrapper: wrapper).ended()
  }

  @Test(arguments: [
    ["replay", "--config", Files.shippedConfiguration],
    ["explain", "--config", Files.shippedConfiguration, "--gesture", "pan"],
  ])
  func `A recording from standard input gives the lines of its file`(command: [String]) async throws {
    let piped = try await run(command + ["-"], input: Files.demo)
    let read = try Program.tickle.run(command + [Files.demo])
    #expect(piped.output == read.output)
    #expect(piped.end == .status(0) && piped.output.count > 500)
  }

  @Test func `A configuration from standard input gives the lines of its file`() async throws {
    let arguments = ["replay", Files.demo, "--config"]
    let piped = try await run(arguments + ["-"], input: Files.shippedConfiguration)
    let named = try Program.tickle.run(arguments + [Files.shippedConfiguration])
    #expect(piped.output == named.output)
    #expect(piped.end == .status(0) && piped.output.count > 500)
  }

  @Test func `Errors in standard input have its name and their line`() async throws {
    let folder = try TemporaryFolder()
    let broken = try folder.write("[[gesture]]\nfinger = 2\n", to: "broken.toml")
    for arguments in [["check", "-"], ["check", "--config", "-"]] {
      let outcome = try await run(arguments, input: broken)
      #expect(outcome.end == .status(78))
      #expect(outcome.errors.contains("standard input:2:1: error: unknown key \"finger\""), "\(outcome.errors)")
    }
    let cut = try folder.write("# EVEMU 1.2\nN: cut", to: "cut.evemu")
    for arguments in [["replay", "-"], ["inject", "-"], ["learn", "x", "--recording", "-"]] {
      let outcome = try await run(arguments + (arguments[0] == "replay" ? ["--config", "/dev/null"] : []), input: cut)
      #expect(outcome.end == .status(65), "\(arguments)")
      #expect(outcome.errors.hasPrefix("standard input:"), "\(outcome.errors)")
    }
  }

  @Test func `Paths in a configuration from standard input start at the current folder`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "[[gesture]]\nname = \"a\"\nkind = \"tap\"\naction = { sound = \"not-there.wav\" }\n", to: "a.toml")
    let outcome = try await run(["check", "-"], input: path)
    #expect(outcome.end == .status(0))
    #expect(outcome.errors.contains("there is no file \"not-there.wav\""), "\(outcome.errors)")
  }

  @Test(arguments: [
    ["replay", "--config", "-", "-"], ["explain", "--config", "-", "--gesture", "pan", "-"], ["check", "-", "-"],
    ["check", "--config", "-", "-"], ["replay", "-", "-"], ["monitor", "--config", "-", "--recording", "-"],
    ["learn", "x", "--config", "-", "--recording", "-"],
  ])
  func `Standard input twice is a usage error`(arguments: [String]) async throws {
    let outcome = try await run(arguments, input: Files.demo)
    #expect(outcome.end == .status(64))
    #expect(outcome.errors.contains("Standard input (-) can be read only once"), "\(outcome.errors)")
  }

  @Test func `Each of several files is checked on its own, and the first failure is the status`() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write("", to: "good.toml")
    let bad = try folder.write("[daemon]\nwatch = 1\n", to: "bad.toml")
    let outcome = try Program.tickle.run(["check", good, folder.path("none.toml"), bad, Files.shippedConfiguration])
    #expect(outcome.end == .status(66))
    #expect(outcome.errors.contains("\(bad):2:9: error: "))
    #expect(outcome.output.contains("\(good): valid (0 views, 0 gestures)\n"))
    #expect(outcome.output.contains("\(Files.shippedConfiguration): valid"))
    #expect(try Program.tickle.run(["check", bad, good]).end == .status(78))
    #expect(try Program.tickle.run(["check", good, "--config", bad]).end == .status(78))
  }

  @Test func `Notes about the service are for files that it reads, or with --for service`() throws {
    let folder = try TemporaryFolder()
    let text = "[[gesture]]\nname = \"a\"\nkind = \"tap\"\naction = { sound = \"chomp\" }\n"
    let other = try folder.write(text, to: "other.toml")
    try FileManager.default.createDirectory(atPath: folder.path("tickled/config.d"), withIntermediateDirectories: true)
    let own = try folder.write(text, to: "tickled/config.toml")
    let home = ["XDG_CONFIG_HOME": folder.path]
    func isNoted(_ arguments: [String]) throws -> Bool {
      let outcome = try Program.tickle.run(["check"] + arguments, environment: home)
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      return outcome.errors.contains("note: as a service, this needs the drop-in sound.conf")
    }
    #expect(try !isNoted([own]))
    #expect(try !isNoted([]))
    #expect(try isNoted([own, "--for", "service"]))
    let elsewhere = try TemporaryFolder()
    let service = try elsewhere.write(text, to: "config.toml")
    #expect(try isNoted([service]))
    #expect(try !isNoted([service, "--for", "session"]))
    #expect(try isNoted([other]) == false)
  }

  @Test func `With --strict, warnings count as errors, and notes do not`() throws {
    let folder = try TemporaryFolder()
    let warned = try folder.write("[mode.still]\n", to: "warned.toml")
    let noted = try folder.write(
      "[[gesture]]\nname = \"a\"\nkind = \"tap\"\naction = { shell = \"true\" }\n", to: "noted.toml")
    #expect(try Program.tickle.run(["check", warned]).end == .status(0))
    let strict = try Program.tickle.run(["check", "--strict", warned])
    #expect(strict.end == .status(78))
    #expect(strict.output == "\(warned): not accepted by --strict (1 warning)\n")
    #expect(try Program.tickle.run(["check", "--strict", noted]).end == .status(0))
  }
}
