import Foundation
import Testing

@Suite("Hands that need more room", .startsPrograms)
struct NearMissTests {
  private static let tap = "[[gesture]]\nname = \"ring\"\nkind = \"tap\"\naction = { log = \"rung\" }\n"
  private static let sentence = "ring: 6 of 6 attempts (100 %) were missed: moved 5.5 to 8.0 mm, 5.0 mm is allowed"
  private static let profile = "[profile.tap]\nmovement = \"8mm\"\n"

  /// Taps of one finger that slides, a second apart.
  private static func slides(_ distances: [Double], from start: Double = 0) -> Recording {
    Recording(
      distances.enumerated().flatMap { index, distance in
        let time = start + Double(index)
        return [
          (time, [Recording.Event.down(50, 50)]), (time + 0.05, [.move(50 + distance, 50)]), (time + 0.12, [.up()]),
        ]
      })
  }

  @Test func `tickle tune proposes a profile from recordings, and with it they are recognized`() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(Self.tap, to: "c.toml")
    let files = try [[5.5, 6, 8], [7, 7, 7.9]].enumerated().map {
      try folder.write(Self.slides($1).text, to: "\($0).evemu")
    }
    let tuned = try Program.tickle.run(["tune", "--profile", "--config", config] + files)
    #expect(tuned.end == .status(0) && tuned.output == "\(Self.sentence)\n\n\(Self.profile)", "\(tuned.errors)")
    let json = try Program.tickle.run(["tune", "--profile", "--format", "json", "--config", config] + files)
    let miss = try JSON.lines(json.outputBytes)[0]["near_misses"][0]
    #expect(miss["gesture"].string == "ring" && miss["key"].string == "movement" && miss["value"].string == "\"8mm\"")
    #expect(miss["missed"].double == 6 && miss["largest"].double == 8 && miss["limit"].double == 5)

    try folder.write(Self.profile + Self.tap, to: "c.toml")
    let again = try Program.tickle.run(["tune", "--profile", "--config", config] + files)
    #expect(again.output == "no gesture was missed often by its limits\n")
    let replay = try Program.tickle.run(["replay", "--config", config] + files)
    #expect(replay.output.components(separatedBy: "ring").count > 6)
  }

  @Test(arguments: [
    ["--profile", "--write"], ["--profile", "--live"], ["--profile", "--meant", "x"], [],
  ])
  func `Profiles are printed, and not written`(arguments: [String]) throws {
    #expect(try Program.tickle.run(["tune"] + arguments).end == .status(64))
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `The daemon counts them, and its status proposes the profile`() async throws {
    let panel = try MockPanel(Self.slides([5.5, 6, 8, 7, 7, 7.9, 40], from: 0.5))
    let daemon = try panel.startDaemon("daemon.socket = \"\(panel.folder.path("s"))\"\n\(Self.tap)")
    let config = panel.folder.path("config.toml")
    func status() throws -> String { try Program.tickle.run(["status", "--config", config]).output }
    try await until("the misses; \(daemon.errors)") { try status().contains("6 of 6") }
    #expect(try status().contains("\n\(Self.sentence)\n`tickle tune --profile` prints values for such hands"))
    let tuned = try Program.tickle.run(["tune", "--profile", "--config", config])
    #expect(tuned.output == "\(Self.sentence)\n\n\(Self.profile)", "\(tuned.errors)")
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }
}
