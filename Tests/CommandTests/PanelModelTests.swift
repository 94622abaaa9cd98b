import Foundation
import Testing

@Suite("What is known of a panel", .startsPrograms)
struct PanelModelTests {
  private static let object = #"{"unit":0.01,"noise":0.3,"steadied":0.3}"#
  private static let line = "# Panel model 1: \(object)\n"
  /// A tap that moves too far, unless the panel is known to be noisy.
  private static let sloppy = Recording([(0, [.down(50, 50)]), (0.02, [.move(55.4, 50)]), (0.04, [.up()])]).text

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("[[gesture]]\nname = \"ok\"\nkind = \"tap\"\n", to: "config.toml")
    try folder.write(Self.sloppy, to: "plain.evemu")
    try folder.write(Self.line + Self.sloppy, to: "noisy.evemu")
    try folder.write(Self.object, to: "model.json")
    try folder.write("[[case]]\nrecording = \"noisy.evemu\"\nexpect = \"ok\"\n", to: "config.test.toml")
    return folder
  }

  @Test func `A recording is played with what its head says, or with another model`() throws {
    let folder = try folder()
    for (recording, model, count) in [
      ("plain", nil, 0), ("noisy", nil, 1), ("noisy", "none", 0), ("plain", "noisy.evemu", 1),
      ("plain", "model.json", 1),
    ] {
      let option = model.map { ["--panel-model", $0 == "none" ? $0 : folder.path($0)] } ?? []
      let arguments = ["--config", folder.path("config.toml")] + option + [folder.path("\(recording).evemu")]
      let replay = try Program.tickle.run(["replay"] + arguments)
      #expect(replay.end == .status(0))
      #expect(replay.output.split(separator: "\n").count == count, "\(recording) \(model ?? "-"): \(replay.errors)")
      let explained = try Program.tickle.run(["explain", "--gesture", "ok"] + arguments)
      #expect(explained.output.contains("1 attempt, \(count) recognized"), "\(explained.errors)")
    }
  }

  @Test func `Cases are played in the same way`() throws {
    let folder = try folder()
    let config = ["--config", folder.path("config.toml"), folder.path("config.test.toml")]
    #expect(try Program.tickle.run(["test"] + config).end == .status(0))
    #expect(try Program.tickle.run(["test", "--panel-model", "none"] + config).end == .status(1))
  }

  @Test func `A broken model is refused with its line, and a file without one by its name`() throws {
    let folder = try folder()
    let broken = try folder.write("# x\n# Panel model 1: {\"noise\":-1}\n" + Self.sloppy, to: "broken.evemu")
    let config = ["--config", folder.path("config.toml")]
    let refused = try Program.tickle.run(["replay"] + config + [broken])
    #expect(refused.end == .status(65))
    #expect(refused.errors.contains("broken.evemu:2: is not a panel model: `# Panel model 1"))
    let plain = folder.path("plain.evemu")
    let missing = try Program.tickle.run(["replay", "--panel-model", plain] + config + [plain])
    #expect(missing.end == .status(65))
    #expect(missing.errors.contains("plain.evemu: has no panel model"), "\(missing.errors)")
  }
}
