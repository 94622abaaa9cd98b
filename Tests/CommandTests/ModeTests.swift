import Foundation
import Testing

@Suite("Modes")
struct ModeTests {
  /// A tap on the left half locks, one on the right half is a bite; `unlock` works only while it is locked.
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

  @Test func `A mode turns gestures and views off until another one is set off`() throws {
    let plain = try replay(Self.configuration, taps)
    #expect(plain == ["0.06 bite ended", "0.56 lock ended", "0.56 = locked"])
    let unlocking = try replay(Self.configuration + "enable = [\"unlock\"]\n", taps)
    #expect(
      unlocking == [
        "0.06 bite ended", "0.56 lock ended", "0.56 = locked", "1.06 unlock ended", "1.06 = default",
        "1.56 lock ended", "1.56 = locked", "2.06 unlock ended", "2.06 = default",
      ])
  }

  @Test func `It is the same whether actions are printed, run or neither`() throws {
    let lines = try replay(Self.configuration, taps)
    for actions in ["print", "run", "none"] {
      #expect(try replay(Self.configuration, taps, ["--actions", actions]) == lines)
    }
  }

  @Test func `After its time a mode goes back, and a replay's clock runs on for it`() throws {
    let lines = try replay(Self.configuration + "timeout = \"700ms\"\n", taps)
    #expect(
      lines == [
        "0.06 bite ended", "0.56 lock ended", "0.56 = locked", "1.26 = default", "1.56 lock ended", "1.56 = locked",
        "2.26 = default",
      ])
  }

  @Test func `A gesture that is under way is cancelled by the mode that takes it away`() throws {
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

  @Test func `A view that a mode turns off gets no new touches`() throws {
    let lines = try replay(
      Self.configuration.replacingOccurrences(of: "[\"bite\", \"lock\"]", with: "[\"food\"]"), taps)
    #expect(lines == ["0.06 bite ended", "0.56 lock ended", "0.56 = locked", "1.56 lock ended"])
  }
}
