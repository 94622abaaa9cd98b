import Testing

/// What the commands say of gestures that no hand makes. `ReachTests` has the gestures.
@Suite("Gestures that no hand makes", .startsPrograms)
struct MadeGestureTests {
  private static let text = """
    [[gesture]]
    name = "knob"
    kind = "rotation"
    threshold = "500deg"
    [[gesture]]
    name = "page"
    kind = "swipe"
    direction = "up"

    """

  @Test func `check warns of one, and not with --fast`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.text, to: "made.toml")
    let outcome = try Program.tickle.run(["check", path])
    #expect(outcome.end == .status(0))
    #expect(
      outcome.errors.hasPrefix("\(path):2:8: warning: no hand makes the rotation \"knob\": "), "\(outcome.errors)")
    // Standard error is not a terminal, so there is no progress in it.
    #expect(!outcome.errors.contains("\r"))
    #expect(try Program.tickle.run(["check", "--strict", path]).end == .status(78))
    let fast = try Program.tickle.run(["check", "--fast", "--strict", path])
    #expect(fast.end == .status(0))
    #expect(fast.errors == "")
  }

  @Test func `show and import say it, too`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.text, to: "made.toml")
    #expect(try Program.tickle.run(["show", "--config", path]).output.contains("no hand makes the rotation \"knob\""))
    let holds = try folder.write("gesture hold on 3 a\ngesture hold on+2 3 b\n", to: "gestures.conf")
    let imported = try Program.tickle.run(["import", "libinput-gestures", holds])
    #expect(imported.end == .status(0))
    #expect(
      imported.errors.contains("tickle: warning: no hand makes the long-press \"3-hold+2\""), "\(imported.errors)")
  }

  @Test func `test --suggest prints cases that pass`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.text, to: "made.toml")
    let suggested = try Program.tickle.run(["test", "--suggest", "--config", path])
    #expect(suggested.end == .status(0))
    #expect(suggested.output.hasPrefix("[[case]]\nhand = \"swipe from "))
    #expect(suggested.output.contains("expect = [\"page\"]"))
    #expect(!suggested.output.contains("knob"))
    let cases = try folder.write(suggested.outputBytes, to: "made.test.toml")
    let played = try Program.tickle.run(["test", cases])
    #expect(played.end == .status(0))
    #expect(played.output.hasSuffix("1 of 1 cases passed\n"), "\(played.output)")
    #expect(try Program.tickle.run(["test", "--suggest", cases]).end == .status(64))
  }
}
