import Foundation
import Testing

/// A synthetic hand that moves between corners (in millimetres) at 100 mm/s and 100 Hz, with a second between the shapes.
private func drawing(_ shapes: [[(Double, Double)]], from start: Double = 0) -> Recording {
  var time = start
  var frames: [(Double, [Recording.Event])] = []
  for corners in shapes {
    frames.append((time, [.down(corners[0].0, corners[0].1)]))
    for (a, b) in zip(corners, corners.dropFirst()) {
      let count = max(1, Int(hypot(b.0 - a.0, b.1 - a.1)))
      for step in 1...count {
        time += 0.01
        let part = Double(step) / Double(count)
        frames.append((time, [.move(a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)]))
      }
    }
    time += 0.01
    frames.append((time, [.up()]))
    time += 1.2
  }
  return Recording(frames)
}

private let z = [(20.0, 20.0), (50.0, 20.0), (20.0, 50.0), (50.0, 50.0)]
private let otherZ = [(60.0, 30.0), (92.0, 32.0), (61.0, 60.0), (90.0, 61.0)]
private let thirdZ = [(30.0, 22.0), (57.0, 20.0), (28.0, 49.0), (59.0, 52.0)]
private let lastZ = [(40.0, 30.0), (71.0, 33.0), (42.0, 58.0), (68.0, 60.0)]
private let check = [(20.0, 40.0), (30.0, 50.0), (50.0, 20.0)]
private let line = [(20.0, 20.0), (80.0, 40.0)]
private let dot = [(20.0, 20.0), (21.0, 20.0)]

/// A folder with a configuration, in which shapes are learned.
private struct School {
  let folder: TemporaryFolder

  init(_ configuration: String = "") throws {
    folder = try TemporaryFolder()
    try folder.write(configuration, to: "config.toml")
  }

  var configuration: [String] { ["--config", folder.path("config.toml")] }
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("strokes"))) ?? []).sorted()
  }

  func learn(_ name: String, _ shapes: [[(Double, Double)]], _ arguments: [String] = []) throws -> Outcome {
    let recording = try folder.write(drawing(shapes).text, to: "hand.evemu")
    return try Program.tickle.run(["learn", name] + configuration + ["--recording", recording] + arguments)
  }
}

@Suite("Learning", .startsPrograms)
struct LearnTests {
  @Test func `A shape that was learned from a recording is recognized`() throws {
    let school = try School(
      """
      [[gesture]]
      name = "sign"
      kind = "stroke"
      templates = ["z", "check"]
      action = { shell = "env | grep -e _TEMPLATE= -e _SCORE= -e _RUNNER_UP= >$TOLD", env = { TOLD = "told" }, cwd = "/tmp" }
      """.replacing("/tmp", with: "FOLDER"))
    try school.folder.write(
      school.folder.text("config.toml").replacing("FOLDER", with: school.folder.path), to: "config.toml")
    let outcome = try school.learn("z", [z, otherZ, thirdZ])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors == "")
    for text in ["Example 3", "⠉⠉⠉", "Learned \"z\" from 3 examples; likeness: 0.9", "Saved as"] {
      #expect(outcome.output.contains(text), "\(outcome.output)")
    }
    #expect(try school.learn("check", [check]).end == .status(0))
    #expect(school.names == ["check.toml", "z.toml"])

    let hand = try school.folder.write(drawing([line, lastZ]).text, to: "again.evemu")
    let replay = try Program.tickle.run(
      ["replay", "--format", "json", "--actions", "run"] + school.configuration + [hand])
    #expect(replay.errors == "")
    let lines = try JSON.lines(replay.outputBytes).filter { $0["type"].string == "gesture" }
    try #require(lines.count == 1)
    #expect(lines[0]["kind"].string == "stroke" && lines[0]["state"].string == "ended")
    #expect(lines[0]["template"].string == "z" && lines[0]["score"].double! > 0.9)
    #expect(lines[0]["runner_up"].string == "check" && lines[0]["runner_up_score"].double! < 0.5)
    let told = school.folder.text("told")
    #expect(told.contains("TICKLED_TEMPLATE=z") && told.contains("TICKLED_RUNNER_UP=check"), "\(told)")
    #expect(told.contains("TICKLED_SCORE=0.9"), "\(told)")

    let text = try Program.tickle.run(["replay"] + school.configuration + [hand])
    #expect(text.output.contains("  z 0.9") && text.output.contains(", then check 0."), "\(text.output)")
  }

  @Test func `Straight lines and taps are not shapes`() throws {
    let school = try School()
    let outcome = try school.learn("slash", [line, dot])
    #expect(outcome.end == .status(65))
    #expect(outcome.output == "" && school.names == [])
    #expect(
      outcome.errorLines == [
        "That is a straight line, not a shape: use a swipe (kind = \"swipe\"). It does not count.",
        "That is only 1.0 mm large: a shape must be at least 8.0 mm. It does not count.",
        "tickle: no shape in the recordings (unusable drawings: 2): nothing was saved",
      ])
  }

  @Test func `An example that differs from the others is reported with its score`() throws {
    let outcome = try School().learn("z", [z, check, otherZ])
    #expect(outcome.end == .status(0))
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("tickle: warning: example 2 is unlike the others: 0."))
  }

  @Test func `A shape that could be mistaken for another one is reported with its score`() throws {
    let school = try School()
    _ = try school.learn("z", [z, z, otherZ])
    let outcome = try school.learn("zed", [otherZ, otherZ, otherZ])
    #expect(outcome.end == .status(0))
    #expect(
      outcome.errors
        == "tickle: warning: it will be mistaken for \"z\": example 1 has a score of 1.00 for it, and 0.80 is enough\n")
    #expect(try school.learn("check", [check, check, check]).errors == "")
  }

  @Test func `Learning a shape again keeps the old one, unless asked to replace it`() throws {
    let school = try School()
    _ = try school.learn("z", [z, z, z])
    let before = school.folder.text("strokes/z.toml")
    let refused = try school.learn("z", [otherZ])
    #expect(refused.end == .status(64) && refused.errors.contains("--replace"))
    #expect(school.folder.text("strokes/z.toml") == before)
    #expect(try school.learn("z", [otherZ, otherZ, otherZ], ["--replace"]).end == .status(0))
    #expect(school.folder.text("strokes/z.toml") != before)
    #expect(school.names == ["z.toml"])
  }

  @Test func `The requested number of examples is used`() throws {
    let school = try School()
    let outcome = try school.learn("z", [z, z, otherZ, check], ["--examples", "2", "--format", "json"])
    #expect(outcome.end == .status(0))
    let lines = try JSON.lines(outcome.outputBytes)
    #expect(lines.map { $0["type"].string } == ["example", "example", "learned"])
    #expect(lines.last?["examples"].int == 2)
    #expect(lines.last?["file"].string == school.folder.path("strokes/z.toml"))
  }

  @Test func `The minimum score is reported: strict for a hand that draws evenly, lenient for one that does not`()
    throws
  {
    let school = try School()
    let alike = try school.learn("z", [z, z, z])
    #expect(alike.output.contains("Drawings are recognized from a score of 0.80\n"), "\(alike.output)")
    let flat = [(20.0, 20.0), (60.0, 20.0), (30.0, 40.0), (65.0, 50.0)]
    let varied = try School().learn("y", [z, otherZ, flat], ["--format", "json"])
    let score = try JSON.lines(varied.outputBytes).last?["min_score"].double
    #expect(score.map { $0 < 0.8 && $0 > 0.62 } == true, "\(varied.output)")
    // It is computed from the examples each time the file is read.
    #expect(!school.folder.text("strokes/z.toml").contains("min_score"))
  }

  @Test func `A shape learned for any number of strokes says so in its file`() throws {
    let school = try School()
    #expect(try school.learn("z", [z, otherZ, thirdZ], ["--any-strokes"]).end == .status(0))
    #expect(school.folder.text("strokes/z.toml").contains("\nany_strokes = true\n"))
  }

  @Test func `Too few examples cause a warning`() throws {
    #expect(try School().learn("z", [z]).errors.contains("1 of 3 examples"))
  }

  @Test func `Shapes of two strokes are learned and recognized`() throws {
    let school = try School("[[gesture]]\nname = \"x\"\nkind = \"stroke\"\nstrokes = 2\n")
    var cross: [(Double, [Recording.Event])] = []
    for begin in [0.0, 1, 4, 5, 8, 9] {
      let isFirst = Int(begin) % 4 == 0
      for step in 0...30 {
        let x = isFirst ? 30 + Double(step) : 60 - Double(step)
        let y = 30 + Double(step)
        cross.append((begin + Double(step) / 100, [step == 0 ? .down(x, y) : .move(x, y)]))
      }
      cross.append((begin + 0.4, [.up()]))
    }
    let hand = try school.folder.write(Recording(cross).text, to: "cross.evemu")
    let outcome = try Program.tickle.run(
      ["learn", "cross", "--strokes", "2", "--recording", hand] + school.configuration)
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let replay = try Program.tickle.run(["replay", "--format", "json"] + school.configuration + [hand])
    #expect(try JSON.lines(replay.outputBytes).compactMap { $0["template"].string } == ["cross", "cross", "cross"])
  }

  @Test func `Learned shapes can be listed and tried`() throws {
    let school = try School()
    #expect(try Program.tickle.run(["learn", "--list"] + school.configuration).errors.contains("no learned shapes"))
    #expect(try Program.tickle.run(["learn", "--test"] + school.configuration).end == .status(66))
    _ = try school.learn("z", [z, otherZ, z])
    _ = try school.learn("check", [check])
    let list = try Program.tickle.run(["learn", "--list"] + school.configuration)
    #expect(
      list.output == """
        check           1 example, 1 stroke, recognized from 0.68
        z               3 examples, 1 stroke, recognized from 0.80

        """)
    let objects = try JSON.lines(
      Program.tickle.run(["learn", "--list", "--format", "json"] + school.configuration).outputBytes)
    #expect(objects.map { $0["template"].string } == ["check", "z"] && objects[1]["examples"].int == 3)
    #expect(objects.map { $0["min_score"].double } == [0.675, 0.8])

    let hand = try school.folder.write(
      drawing([otherZ, [(20, 20), (40, 20), (40, 40), (20, 40)], line]).text, to: "t.evemu")
    let test = try Program.tickle.run(["learn", "--test", "--recording", hand] + school.configuration)
    #expect(test.end == .status(0))
    let verdicts = test.output.split(separator: "\n").filter { $0.first != " " }
    #expect(verdicts.count == 3 && verdicts[0].hasPrefix("z 1.00; check 0."), "\(test.output)")
    #expect(verdicts[1].hasPrefix("none: ") && verdicts[2].hasPrefix("that is a straight line"))
    let scores = try JSON.lines(
      Program.tickle.run(["learn", "--test", "--format", "json", "--recording", hand] + school.configuration)
        .outputBytes)
    #expect(scores.map { $0["recognized"].bool } == [true, false, false])
    #expect(scores[0]["template"].string == "z" && scores[0]["min_score"].double == 0.8)
    #expect(school.names == ["check.toml", "z.toml"])
  }

  @Test(arguments: [
    (["learn"], 64, "Name the shape"),
    (["learn", "../z"], 64, "letters, digits, - and _"),
    (["learn", ""], 64, "letters, digits, - and _"),
    (["learn", "z", "--examples", "0"], 64, "from 1 to 32"),
    (["learn", "z", "--strokes", "9"], 64, "from 1 to 8"),
    (["learn", "z", "--list"], 64, "without a name"),
    (["learn", "--list", "--any-strokes"], 64, "--any-strokes needs a shape to learn"),
    (["learn", "z", "--recording", "a", "--device", "b"], 64, "not both"),
    (["learn", "z", "--recording", "/nowhere.evemu"], 66, "/nowhere.evemu"),
    (["learn", "z", "--recording", "/etc/passwd"], 65, "/etc/passwd"),
    (["learn", "z", "--device", "/dev/input/event4711"], 69, "/dev/input/event4711"),
    (["learn", "z", "--config", "/nowhere/c.toml", "--recording", "/nowhere.evemu"], 66, "/nowhere"),
  ])
  func `Errors are reported with their exit status`(arguments: [String], status: Int32, says: String) throws {
    let school = try School()
    let config = arguments.contains("--config") ? [] : school.configuration
    let outcome = try Program.tickle.run(arguments + config)
    #expect(outcome.end == .status(status), "\(outcome.errors)")
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
    #expect(school.names == [])
  }

  @Test func `A folder that cannot be written to is reported, and nothing is left behind`() throws {
    let school = try School()
    try school.folder.write("", to: "strokes")
    let outcome = try school.learn("z", [z, z, z])
    #expect(outcome.end == .status(74), "\(outcome.errors)")
    #expect(outcome.errors.contains("Not a directory"))
  }

  @Test func `A shape that cannot be read is reported, and the others still work`() throws {
    let school = try School()
    _ = try school.learn("z", [z])
    try school.folder.write("name = 1", to: "strokes/bad.toml")
    let list = try Program.tickle.run(["learn", "--list"] + school.configuration)
    #expect(list.output.hasPrefix("z ") && list.errors.contains("bad.toml:1:8: error:"))
  }
}

@Suite("Learning with a panel", .startsPrograms, .enabled(if: MockPanel.isAvailable, MockPanel.missing))
struct LearnPanelTests {
  @Test func `Three shapes drawn on a panel are learned, and one that differs must be drawn again`() async throws {
    // Lines do not count, and a program that starts late on a busy machine misses only some of them.
    let panel = try MockPanel(drawing(Array(repeating: line, count: 4) + [z, check, otherZ, line, z], from: 1))
    try panel.folder.write("", to: "config.toml")
    let child = try panel.start(
      .tickle, ["learn", "z", "--device", "/dev/input/event1", "--config", panel.folder.path("config.toml")])
    let outcome = try await child.ended()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errorLines.first == "Draw \"z\" 3 times on Test Panel; Ctrl-C ends it.")
    #expect(outcome.errors.contains("Example 2 is unlike the others (0."), "\(outcome.errors)")
    #expect(outcome.errors.contains("That is a straight line"))
    #expect(outcome.output.contains("Learned \"z\" from 3 examples"))
    #expect(panel.content("strokes/z.toml")?.contains("name = \"z\"") == true)
  }

  @Test func `Ctrl-C ends learning, and nothing is kept`() async throws {
    // The shape is drawn again and again, because on a busy machine the program reads the panel late.
    let panel = try MockPanel(drawing(Array(repeating: z, count: 16), from: 1))
    try panel.folder.write("", to: "config.toml")
    let child = try panel.start(
      .tickle, ["learn", "z", "--examples", "32", "--config", panel.folder.path("config.toml")])
    try await child.prints("Example 1 of 32")
    try panel.signal(SIGINT)
    let outcome = try await child.ended()
    #expect(outcome.end == .status(130))
    #expect(outcome.errors.hasSuffix("Nothing was saved.\n"))
    #expect(panel.content("strokes/z.toml") == nil)
  }

  @Test func `Trying shapes ends successfully with Ctrl-C`() async throws {
    // The shape is drawn again and again, because on a busy machine the program reads the panel late.
    let panel = try MockPanel(drawing(Array(repeating: z, count: 16), from: 1))
    try panel.folder.write("", to: "config.toml")
    let shipped = "\(Files.checkout)/config/tickled.toml"
    let child = try panel.start(.tickle, ["learn", "--test", "--config", shipped])
    try await child.prints("z 0.9")
    try panel.signal(SIGINT)
    #expect(try await child.ended().end == .status(0))
  }
}

/// The logs of drawn gestures beside the checkout. If they are missing, their tests are skipped.
private enum SharedStrokes {
  static let path = "\(Files.checkout)/../shared/strokes/d1.jsonl.xz"
  static let exist = FileManager.default.fileExists(atPath: path)
  static let missing: Comment = "no logs of strokes beside the checkout: skipped"

  /// Three examples of each shape by one person, as files of learned shapes.
  static func templates() throws -> [String: String] {
    let log = try Child.run(["xz", "-dc", path]).output
    var examples: [String: [String]] = [:]
    for line in log.split(separator: "\n") where line.contains("d1/s02/medium/") {
      let gesture = try JSON.lines(Data(line.utf8))[0]
      guard let cls = gesture["cls"].string, gesture["rep"].int ?? 9 <= 3 else { continue }
      let points = gesture["strokes"][0].array.map { point in
        "[\(point[0].double! / 4), \(point[1].double! / 4), \(point[2].double! / 1000)]"
      }
      examples[cls, default: []].append("[[\(points.joined(separator: ", "))]]")
    }
    return Dictionary(
      uniqueKeysWithValues: examples.map { ($0, "name = \"\($0)\"\nexamples = [\n\($1.joined(separator: ",\n"))\n]\n") }
    )
  }
}

@Suite("Ordinary touches", .startsPrograms)
struct OrdinaryTouchTests {
  private static let recordings = OwnRecordings.panels.map { OwnRecordings.path($0, "evemu") } + [Files.demo]

  @Test(arguments: recordings)
  func `are not mistaken for one of the shipped shapes`(recording: String) throws {
    let school = try School("[[gesture]]\nname = \"sign\"\nkind = \"stroke\"\n")
    let shapes = "\(Files.checkout)/config/strokes"
    try FileManager.default.copyItem(atPath: shapes, toPath: school.folder.path("strokes"))
    #expect(school.names.count == 6)
    let outcome = try Program.tickle.run(
      ["replay", "--format", "json", "--states", "all"] + school.configuration + [recording])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let lines = try JSON.lines(outcome.outputBytes)
    #expect(lines.contains { $0["state"].string == "failed" }, "nothing was drawn")
    #expect(lines.filter { $0["state"].string == "ended" }.compactMap { $0["template"].string } == [])
  }

  @Test(
    .enabled(if: SharedStrokes.exist, SharedStrokes.missing),
    .enabled(if: SharedRecordings.exist, SharedRecordings.missing))
  func `are not mistaken for one of sixteen learned shapes`() throws {
    let school = try School("[[gesture]]\nname = \"sign\"\nkind = \"stroke\"\n")
    try FileManager.default.createDirectory(atPath: school.folder.path("strokes"), withIntermediateDirectories: true)
    let templates = try SharedStrokes.templates()
    #expect(templates.count == 16)
    for (name, text) in templates { try school.folder.write(text, to: "strokes/\(name).toml") }
    for name in SharedRecordings.names {
      let outcome = try Program.tickle.run(
        ["replay", "--format", "json", "--states", "all"] + school.configuration + [SharedRecordings.path(name)])
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      let lines = try JSON.lines(outcome.outputBytes)
      #expect(lines.contains { $0["state"].string == "failed" }, "\(name): nothing was drawn")
      let found = lines.filter { $0["state"].string == "ended" }.compactMap { $0["template"].string }
      let truth = try SharedRecordings.truth(name)
      #expect(found.isEmpty, "\(name): \(found), though it is: \(truth)")
    }
  }
}
