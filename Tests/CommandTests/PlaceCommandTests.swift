import Foundation
import Testing

@Suite("tickle place", .startsPrograms)
struct PlaceCommandTests {
  /// Short touches on the panel of 200 mm × 120 mm, whose resolution is known.
  private func place(
    _ folder: TemporaryFolder, _ name: String, _ touches: [(Double, Double)], _ more: [String] = []
  ) throws -> Outcome {
    let frames = touches.enumerated().flatMap { index, place -> [(Double, [Recording.Event])] in
      let start = Double(index) / 2
      return [(start, [.down(place.0, place.1)]), (start + 0.06, [.up()])]
    }
    let recording = try folder.write(Recording(frames).text, to: "hand.evemu")
    return try Program.tickle.run(
      ["place", name, "--recording", recording, "--config", folder.path("config.toml")] + more)
  }

  @Test func `Two corners give a new view its frame, in either order`() throws {
    let folder = try TemporaryFolder()
    for corners in [[(50.0, 40.0), (90.0, 70.0)], [(90.0, 70.0), (50.0, 40.0)], [(90.0, 40.0), (50.0, 70.0)]] {
      let outcome = try place(folder, "stage", corners)
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      #expect(
        outcome.output
          == "[[view]]\nname = \"stage\"\nframe = { x = \"50mm\", y = \"40mm\", width = \"40mm\", height = \"30mm\" }\n"
      )
      #expect(outcome.errors.contains("Touch a corner of \"stage\".\nTouch the opposite corner of \"stage\".\n"))
    }
    let json = try JSON.lines(
      place(folder, "stage", [(50, 40), (90, 70)], ["--format", "json", "--unit", "percent"]).outputBytes)
    #expect(json.first?["frame"]["width"].double == 40 && json.first?["frame"]["y"].double == 40)
    let frame = "frame = { x = \"25%\", y = \"33.3%\", width = \"20%\", height = \"25%\" }"
    #expect(json.first?["toml"].string?.hasSuffix(frame) == true)
  }

  private static let file = """
    # mine
    [[screen]]
    name = "main"
    pixels = [2000, 1200]

    [[view]]
    name = "outer" # the outer one
    frame = { x = "20mm", y = "20mm", width = "100mm", height = "50mm" }

    [[view]] # the inner one
    name = "inner"
    parent = "outer"
    frame = { x = "10%", width = "1%" }  # a guess

    [[view]]
    name = "dots"
    frame = { right = "10px", width = "30px" }

    """

  @Test
  func `The frame is that in the parent, in the unit that the view has, and is written with everything else kept`()
    throws
  {
    let folder = try TemporaryFolder()
    let config = try folder.write(Self.file, to: "config.toml")
    let inner = try place(folder, "inner", [(30, 30), (80, 45)], ["--write"])
    #expect(inner.end == .status(0), "\(inner.errors)")
    let frame = "{ x = \"10%\", y = \"20%\", width = \"50%\", height = \"30%\" }"
    let expected = Self.file.replacing("{ x = \"10%\", width = \"1%\" }", with: frame)
    #expect(try String(contentsOfFile: config, encoding: .utf8) == expected)
    let dots = try place(folder, "dots", [(50, 40), (90, 70)])
    #expect(dots.output.contains("{ x = \"500px\", y = \"400px\", width = \"400px\", height = \"300px\" }"))
    let inMillimetres = try place(folder, "dots", [(50, 40), (90, 70)], ["--unit", "mm"])
    #expect(inMillimetres.output.contains("x = \"50mm\""))
    // A new view takes the unit of the first frame.
    let new = try place(folder, "inners", [(50, 40), (90, 70)], ["--write"])
    #expect(new.errors.contains("\"inners\" is a new view (did you mean \"inner\"?)."))
    let lines =
      "\n[[view]]\nname = \"inners\"\nframe = { x = \"50mm\", y = \"40mm\", width = \"40mm\", height = \"30mm\" }\n"
    #expect(try String(contentsOfFile: config, encoding: .utf8) == expected + lines)
    // The taps of the recording are now in the view that was touched.
    try folder.write(
      expected + lines + "[[gesture]]\nname = \"t\"\nkind = \"tap\"\nview = \"inners\"\n", to: "config.toml")
    let taps = try folder.write(Recording.taps((52, 42), (88, 68), (95, 50)).text, to: "taps.evemu")
    let replay = try Program.tickle.run(["replay", "--config", config, taps])
    #expect(replay.output.split(separator: "\n").count == 2, "\(replay.output)")
  }

  @Test func `A touch near the edge means the edge`() throws {
    let folder = try TemporaryFolder()
    let outcome = try place(folder, "strip", [(196.5, 3), (170, 118)])
    #expect(outcome.output.contains("{ x = \"170mm\", y = \"0mm\", width = \"30mm\", height = \"120mm\" }"))
  }

  @Test func `Touches that are not corners are explained and asked for again`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file, to: "config.toml")
    // Outside the parent, then two touches side by side, then two corners.
    let outcome = try place(folder, "inner", [(180, 30), (30, 30), (80, 31), (30, 30), (80, 45)])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("This is outside the view's parent."))
    #expect(outcome.errors.contains("The two corners are less than 3 mm apart: touch both again, diagonally."))
    #expect(outcome.output.contains("width = \"50%\""))
  }

  @Test(
    arguments: [
      ("main", [], 64, "\"main\" is a screen: its view always covers it"),
      ("stage", ["--unit", "px"], 64, "has no `pixels`: choose --unit mm or percent"),
      ("", [], 64, "A view's name must not be empty"), ("stage", ["--unit", "miles"], 64, "miles"),
    ] as [(String, [String], Int32, String)])
  func `What cannot be placed is refused`(name: String, more: [String], status: Int32, says: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try place(folder, name, [(50, 40), (90, 70)], more)
    #expect(outcome.end == .status(status), "\(outcome.errors)")
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
    #expect(outcome.output == "")
  }

  @Test func `A view of another screen, and a panel without a screen, are refused`() throws {
    let folder = try TemporaryFolder()
    let other = "[[screen]]\nname = \"other\"\nmatch = { name = \"Other\" }\n"
    try folder.write(other, to: "config.toml")
    let none = try place(folder, "stage", [(50, 40), (90, 70)])
    #expect(none.end == .status(78))
    #expect(none.errors.contains("matches Test Panel (add one with `tickle setup --write`)"), "\(none.errors)")
    let both = other + "[[screen]]\nname = \"this\"\n[[view]]\nname = \"stage\"\nscreen = \"other\"\n"
    try folder.write(both, to: "config.toml")
    let wrong = try place(folder, "stage", [(50, 40), (90, 70)])
    #expect(wrong.end == .status(64))
    #expect(wrong.errors.contains("is on the screen \"other\", and Test Panel is \"this\""), "\(wrong.errors)")
    let new = try place(folder, "fresh", [(50, 40), (90, 70)], ["--write"])
    #expect(new.end == .status(0), "\(new.errors)")
    #expect(new.output.contains("name = \"fresh\"\nscreen = \"this\"\nframe = "))
  }
}

@Suite("tickle place with a panel", .startsPrograms, .enabled(if: MockPanel.isAvailable, MockPanel.missing))
struct PlacePanelTests {
  @Test func `Two touches on a panel write the frame of a view`() async throws {
    let taps: [(Double, [Recording.Event])] = [
      (0, [.down(50, 40)]), (0.08, [.up()]), (0.5, [.down(90, 70)]), (0.58, [.up()]),
    ]
    let panel = try MockPanel(.repeated(every: 1, for: 120, taps))
    let config = try panel.folder.write("[[view]]\nname = \"stage\" # mine\n", to: "config.toml")
    let outcome = try await panel.start(.tickle, ["place", "stage", "--write", "--config", config]).ended()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let frame = "{ x = \"50mm\", y = \"40mm\", width = \"40mm\", height = \"30mm\" }"
    #expect(panel.content("config.toml") == "[[view]]\nname = \"stage\" # mine\nframe = \(frame)\n")
  }
}
