import Foundation
import Testing

@Suite("Modes", .startsPrograms)
struct ModeTests {
  /// A tap on the left half locks, one on the right half bites; `unlock` is enabled only while locked.
  private static let configuration = """
    [[view]]
    name = "lock"
    frame = { x = "0%", width = "50%" }
    [[view]]
    name = "food"
    frame = { x = "50%", width = "50%" }
    [[gesture]]
    name = "lock"
    kind = "tap"
    view = "lock"
    action = { mode = "locked" }
    [[gesture]]
    name = "bite"
    kind = "tap"
    view = "food"
    [[gesture]]
    name = "unlock"
    kind = "tap"
    view = "food"
    enabled = false
    action = { mode = "default" }
    [mode.locked]
    disable = ["bite", "lock"]

    """

  private func replay(_ configuration: String, _ recording: Recording, _ arguments: [String] = []) throws -> [String] {
    let folder = try TemporaryFolder()
    let outcome = try Program.tickle.run(
      [
        "replay", "--format", "json", "--config", folder.write(configuration, to: "modes.toml"),
        folder.write(recording.text, to: "hand.evemu"),
      ] + arguments)
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors == "")
    return try JSON.lines(outcome.outputBytes).compactMap { line in
      let time = line["time"].double.map { "\($0)" } ?? "?"
      switch line["type"].string {
      case "mode": return "\(time) = \(line["mode"].string ?? "")"
      case "gesture": return "\(time) \(line["gesture"].string ?? "") \(line["state"].string ?? "")"
      default: return nil
      }
    }
  }

  private let taps = Recording.taps((150, 60), (50, 60), (150, 60), (50, 60), (150, 60))

  @Test func `A mode disables gestures and views until another mode is entered`() throws {
    let plain = try replay(Self.configuration, taps)
    #expect(plain == ["0.06 bite ended", "0.56 lock ended", "0.56 = locked"])
    let unlocking = try replay(Self.configuration + "enable = [\"unlock\"]\n", taps)
    #expect(
      unlocking == [
        "0.06 bite ended", "0.56 lock ended", "0.56 = locked", "1.06 unlock ended", "1.06 = default",
        "1.56 lock ended", "1.56 = locked", "2.06 unlock ended", "2.06 = default",
      ])
  }

  @Test func `Modes work the same whether actions are printed, run or ignored`() throws {
    let lines = try replay(Self.configuration, taps)
    for actions in ["print", "run", "none"] {
      #expect(try replay(Self.configuration, taps, ["--actions", actions]) == lines)
    }
  }

  @Test func `A mode ends after its timeout, and a replay's clock runs until then`() throws {
    let lines = try replay(Self.configuration + "timeout = \"700ms\"\n", taps)
    #expect(
      lines == [
        "0.06 bite ended", "0.56 lock ended", "0.56 = locked", "1.26 = default", "1.56 lock ended", "1.56 = locked",
        "2.26 = default",
      ])
  }

  @Test func `An active gesture is cancelled by a mode that disables it`() throws {
    let lines = try replay(
      """
      [[gesture]]
      name = "drag"
      kind = "pan"
      action = { mode = "still" }
      [gesture.on]
      cancelled = { log = "taken away" }
      [mode.still]
      disable = ["drag"]
      """, Recording([(0, [.down(50, 40)]), (0.1, [.move(70, 40)]), (0.2, [.move(90, 40)]), (0.3, [.up()])]))
    #expect(lines == ["0.1 drag began", "0.1 = still", "0.1 drag cancelled"])
  }

  @Test func `A view that a mode disables gets no new touches`() throws {
    let lines = try replay(
      Self.configuration.replacingOccurrences(of: "[\"bite\", \"lock\"]", with: "[\"food\"]"), taps)
    #expect(lines == ["0.06 bite ended", "0.56 lock ended", "0.56 = locked", "1.56 lock ended"])
  }

  @Test func `The actions of a mode run when it is entered and left, whatever the cause`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("ran")
    let note = { (word: String) in "{ shell = 'echo \(word) $TICKLED_MODE $TICKLED_STATE >>\(path)' }" }
    let configuration = """
      [[view]]
      name = "right"
      frame = { x = "50%", width = "50%" }
      [[gesture]]
      name = "lock"
      kind = "tap"
      ignores_touches_in = "right"
      action = { mode = "locked" }
      [[gesture]]
      name = "open"
      kind = "tap"
      view = "right"
      action = { mode = "open" }
      [mode.locked]
      timeout = "700ms"
      entered = [\(note("a")), { log = "locked" }]
      left = \(note("b"))
      [mode.open]
      entered = \(note("c"))
      """
    let hand = Recording.taps((50, 60), (150, 60))
    let outcome = try Program.tickle.run([
      "replay", "--format", "json", "--actions", "run", "--config", folder.write(configuration, to: "modes.toml"),
      folder.write(hand.text, to: "hand.evemu"),
    ])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let lines = try JSON.lines(outcome.outputBytes).filter { $0["type"].string == "action" && $0["mode"].exists }
    #expect(
      lines.map { line in
        "\(line["time"].double ?? -1) "
          + ["mode", "state", "action"].compactMap { line[$0].string }.joined(separator: " ")
      }
        == [
          "0.06 locked entered shell", "0.06 locked entered log", "0.56 locked left shell", "0.56 open entered shell",
        ])
    #expect(lines[1]["value"].string == "locked")
    let ran = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").sorted()
    #expect(ran == ["a locked entered", "b locked left", "c open entered"])
    // The timeout leaves the mode, too.
    let once = try Program.tickle.run([
      "replay", "--format", "text", "--actions", "print", "--config", folder.path("modes.toml"),
      folder.write(Recording.taps((50, 60)).text, to: "once.evemu"),
    ])
    #expect(once.output.contains("0.760 s  left      locked      → shell"), "\(once.output)")
  }
}
