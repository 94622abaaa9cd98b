import Foundation
import Testing

/// The names of the fields in JSON Lines, which scripts rely on.
@Suite("JSON Lines", .startsPrograms)
struct LineTests {
  private static let common: Set = [
    "type", "time", "screen", "view", "gesture", "kind", "state", "touches", "location", "location_in_view",
  ]
  private static let fields: [String: Set<String>] = [
    "tap": ["taps"], "long-press": ["duration"], "pan": ["translation", "velocity"],
    "edge-pan": ["translation", "velocity", "edge"], "swipe": ["direction"], "pinch": ["scale", "velocity"],
    "rotation": ["rotation", "velocity"], "tickle": ["tickles"],
  ]

  /// Plays `hand` to a configuration with all kinds of gestures, which are all simultaneous.
  private func lines(_ hand: Recording? = nil) throws -> [JSON] {
    let folder = try TemporaryFolder()
    let gestures = Self.fields.keys.sorted().map { kind in
      "[[gesture]]\nname = \"\(kind)\"\nkind = \"\(kind)\"\nsimultaneous_with = \"all\"\n"
    }
    let configuration = try folder.write(gestures.joined(), to: "all.toml")
    let recording = try hand.map { try folder.write($0.text, to: "hand.evemu") } ?? Files.demo
    let outcome = try Program.tickle.run(["replay", "--format", "json", "--config", configuration, recording])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    return try JSON.lines(outcome.outputBytes)
  }

  /// A press, then a drag from the left edge.
  private static let pressAndEdge = Recording([
    (0, [.down(100, 60)]), (0.8, [.up()]), (1.2, [.down(1, 60)]), (1.25, [.move(9, 60)]), (1.3, [.move(20, 60)]),
    (1.35, [.up()]),
  ])

  @Test func `Every kind of gesture has its own fields, and no others`() throws {
    let lines = try lines() + lines(Self.pressAndEdge)
    #expect(Set(lines.compactMap { $0["kind"].string }) == Set(Self.fields.keys))
    for line in lines {
      let kind = try #require(line["kind"].string)
      #expect(Set(line.keys) == Self.common.union(Self.fields[kind] ?? []))
    }
  }

  @Test func `A discrete gesture reports its end once and nothing else`() throws {
    for line in try lines() where ["tap", "swipe", "tickle"].contains(line["kind"].string) {
      #expect(line["state"].string == "ended")
    }
  }

  @Test func `A long press begins at its deadline, not at the next frame`() throws {
    let press = try lines(Self.pressAndEdge).filter { $0["kind"].string == "long-press" }
    #expect(press.map { $0["state"].string } == ["began", "ended"])
    #expect(press.map { $0["time"].double } == [0.5, 0.8])
  }

  @Test func `A tap prints exactly this line`() throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      [[view]]
      name = "snake"
      frame = { x = "10mm", y = "5mm", width = "100mm", height = "100mm" }
      [[gesture]]
      name = "bite"
      kind = "tap"
      view = "snake"
      action = { sound = "chomp" }
      """, to: "tap.toml")
    let recording = try folder.write(Recording.taps((50.5, 40)).text, to: "tap.evemu")
    let arguments = ["replay", "--config", configuration, recording]
    let json = try Program.tickle.run(arguments + ["--format", "json"])
    #expect(
      json.output == """
        {"type":"gesture","time":0.06,"screen":"main","view":"snake","gesture":"bite","kind":"tap","state":"ended",\
        "touches":0,"location":{"x":50.5,"y":40.0},"location_in_view":{"x":40.5,"y":35.0},"taps":1}
        {"type":"action","time":0.06,"screen":"main","view":"snake","gesture":"bite","action":"sound","value":"chomp"}

        """)
    let text = try Program.tickle.run(arguments)
    #expect(
      text.output == """
           0.060 s  snake     bite        ended      at 50.5, 40.0 mm
           0.060 s  snake     bite        → sound    chomp

        """)
  }

  @Test func `Actions are printed, run, or neither`() throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      [[gesture]]
      name = "tap"
      kind = "tap"
      action = { exec = ["touch", "\(folder.path("done"))"] }
      """, to: "tap.toml")
    let recording = try folder.write(Recording.taps((50, 40), (60, 40)).text, to: "taps.evemu")
    for (mode, printed, isRun) in [("none", 0, false), ("print", 2, false), ("run", 2, true)] {
      let outcome = try Program.tickle.run([
        "replay", "--format", "json", "--actions", mode, "--config", configuration, recording,
      ])
      #expect(outcome.end == .status(0))
      let actions = try JSON.lines(outcome.outputBytes).filter { $0["type"].string == "action" }
      #expect(actions.count == printed)
      #expect(actions.allSatisfy { $0["value"].strings == ["touch", folder.path("done")] })
      #expect(FileManager.default.fileExists(atPath: folder.path("done")) == isRun)
    }
  }
}
