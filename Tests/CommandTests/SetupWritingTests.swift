import Foundation
import Testing

@Suite("What tickle setup writes", .startsPrograms)
struct SetupWritingTests {
  private static let file = """
    # A file of mine, with "ö" in a comment.\r
    [daemon]   # the daemon\r
    watch = true\r
    \r
    [[screen]]\r
    name = "other"\r
    match = { name = "Other*" }\r
    size = ["1mm", "2mm"]\r
    \r
      [[screen]] # the wall\r
      name   =   "wall"    # its name\r
      match = { name = "Made*" }\r
      size = [   # in millimetres\r
        "100mm", # across\r
        "90mm",\r
      ] # that was a guess\r
      # orientation = "left"\r
      stale = "60s"\r
    \r
    [[gesture]]\r
    name = "tap" # last line
    """

  @Test func `Writing changes the keys of the right screen and keeps every other byte`() throws {
    let folder = try TemporaryFolder()
    let panel = MadePanel(width: 136, height: 217, turns: 1)
    var hand = SetupHand(panel)
    let text = Self.file + "\r\nkind = \"tap\""
    let config = try folder.write(text, to: "config.toml")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: config)
    let outcome = try setup(folder, panel.recording(hand.answers()), ["--write"])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let expected =
      text.replacing("\"100mm\"", with: "\"217mm\"").replacing("\"90mm\"", with: "\"136mm\"")
      .replacing("# its name\r\n", with: "# its name\r\n  orientation = \"right\"\r\n")
    #expect(try String(contentsOfFile: config, encoding: .utf8) == expected)
    let mode = try FileManager.default.attributesOfItem(atPath: config)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(try Program.tickle.run(["check", "--config", config]).end == .status(0))
    // What is right already is not written again.
    let again = try setup(folder, panel.recording(hand.answers()), ["--write"])
    #expect(again.end == .status(0) && again.output == "")
    #expect(again.errors.contains("nothing needs to change"), "\(again.errors)")
    #expect(try String(contentsOfFile: config, encoding: .utf8) == expected)
  }

  @Test func `A screen is added to a file without one, and a file that does not exist is created`() throws {
    let folder = try TemporaryFolder()
    var panel = MadePanel(width: 217, height: 136, turns: 2)
    panel.name = "Made [*] \\ \"Panel\""
    var hand = SetupHand(panel)
    let recording = panel.recording(hand.answers())
    let screen = #"""

      [[screen]]
      name = "main"
      match = { name = "Made \\[\\*\\] \\\\ \"Panel\"" }
      orientation = "inverted"
      size = ["217mm", "136mm"]

      """#
    let text = "# mine\n[[gesture]]\nname = \"tap\" \nkind = \"tap\""
    let config = try folder.write(text, to: "config.toml")
    let outcome = try setup(folder, recording, ["--write"])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(try String(contentsOfFile: config, encoding: .utf8) == text + "\n" + screen)
    let new = folder.path("a/b/new.toml")
    #expect(try setup(folder, recording, ["--write", "--config", new]).end == .status(0))
    #expect(try String(contentsOfFile: new, encoding: .utf8) == String(screen.dropFirst()))
    // The match fits the panel that was touched, and no other.
    #expect(try setup(folder, recording, ["--config", new]).errors.contains("nothing needs to change"))
    panel.name = "Made x Panel"
    let other = try setup(folder, panel.recording(hand.answers()), ["--config", new])
    #expect(other.output.contains("name = \"screen-2\""), "\(other.output)")
  }

  @Test func `A file that is changed while the questions are answered keeps that change`() throws {
    let folder = try TemporaryFolder()
    let panel = MadePanel(width: 217, height: 136, turns: 2)
    var hand = SetupHand(panel)
    let config = try folder.write("# mine\n", to: "config.toml")
    let recording = try folder.write(panel.recording(hand.answers()), to: "hand.evemu")
    // The comments are more than a pipe holds: the change comes when the program has begun to read them, after the configuration.
    let command =
      "{ yes '# a comment' | head -n 30000; echo '# a change' >> \(config); cat \(recording); } | "
      + "\(Program.tickle.path) setup --recording - --write --config \(config)"
    let outcome = try Child(["bash", "-c", command], environment: [:], output: nil).endedSoon()
    #expect(outcome.end == .status(74), "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "config.toml was changed meanwhile by another program (copy the lines above into it)"))
    #expect(outcome.output.contains("orientation = \"inverted\""))
    #expect(try String(contentsOfFile: config, encoding: .utf8) == "# mine\n# a change\n")
  }

  @Test func `A file in a form that cannot be changed stays as it is`() throws {
    let folder = try TemporaryFolder()
    let panel = MadePanel(width: 217, height: 136, turns: 2)
    var hand = SetupHand(panel)
    let text = "screen = [{ name = \"main\" }] # inline\n"
    let config = try folder.write(text, to: "config.toml")
    let outcome = try setup(folder, panel.recording(hand.answers()), ["--write"])
    #expect(outcome.end == .status(78))
    #expect(
      outcome.errors.contains("is written in a manner that cannot be changed safely (copy the lines above into it)"))
    #expect(outcome.output.contains("orientation = \"inverted\""))
    #expect(try String(contentsOfFile: config, encoding: .utf8) == text)
  }
}
