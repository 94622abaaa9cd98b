import Configuration
import Foundation
import Gestures
import Screen
import Testing

/// A folder with a configuration and learned shapes.
private final class Home {
  let folder: URL

  init(_ shapes: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "strokes"), withIntermediateDirectories: true)
    for (name, text) in shapes { try write(text, to: "strokes/\(name).toml") }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var configuration: String { folder.appending(path: "config.toml").path }

  func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  /// - Returns: the names of the first gesture's templates, and all messages, without the folder's name.
  func load(_ parameters: String) throws -> (templates: [String]?, said: String) {
    try write("[[gesture]]\nname = \"sign\"\nkind = \"stroke\"\n\(parameters)", to: "config.toml")
    do {
      let (configuration, warnings) = try Configuration.load(path: configuration)
      guard case .stroke(let settings) = configuration.gestures[0].kind else { return (nil, "") }
      return (settings.learned.map(\.name), relative(warnings.map(\.description).joined(separator: "\n")))
    } catch {
      return (nil, relative("\(error)"))
    }
  }

  private func relative(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }
}

private let hook = "name = \"hook\"\nexamples = [[[[0, 0], [0, 30], [20, 30], [20, 20]]]]\n"
private let cross = "name = \"cross\"\nexamples = [[[[0, 0], [30, 30]], [[30, 0], [0, 30]]]]\n"

@Suite("Learned shapes")
struct StrokeFileTests {
  @Test func `A gesture uses the shapes that it refers to by name or by file`() throws {
    let home = try Home(["hook": hook, "cross": cross])
    try home.write(hook.replacing("hook", with: "other"), to: "other.toml")
    #expect(try home.load("templates = \"hook\"").templates == ["hook"])
    #expect(try home.load("templates = [\"hook\", \"other.toml\"]").templates == ["hook", "other"])
    let path = home.folder.appending(path: "other.toml").path
    #expect(try home.load("templates = [\"\(path)\", \"strokes/hook.toml\"]").templates == ["other", "hook"])
  }

  @Test func `A shape that was not learned is the installed one of that name, and a learned one comes first`() throws {
    let (home, share) = (try Home(), try Home(["hook": hook, "cross": cross]))
    let folder = StrokeFolder(besideConfiguration: home.configuration, shipped: share.folder.path + "/strokes")
    let own = home.folder.path + "/strokes"
    #expect(folder.readablePath(of: "hook") == share.folder.path + "/strokes/hook.toml")
    #expect(folder.readablePath(of: "none") == own + "/none.toml")
    #expect(folder.readablePath(of: "strokes/hook.toml") == own + "/hook.toml")
    #expect(folder.readableNames == ["cross", "hook"])
    // What is learned is stored in the configuration's own folder.
    #expect(folder.path(of: "hook") == own + "/hook.toml")
    #expect(folder.names == [])
    try home.write(hook, to: "strokes/hook.toml")
    #expect(folder.readablePath(of: "hook") == own + "/hook.toml")
  }

  @Test func `Without names it uses all shapes that have no more strokes than the gesture`() throws {
    let home = try Home(["hook": hook, "cross": cross])
    #expect(try home.load("").templates == ["hook"])
    #expect(try home.load("strokes = 2").templates == ["cross", "hook"])
  }

  @Test func `A gesture without any learned shape causes a warning`() throws {
    let (templates, said) = try Home().load("")
    #expect(templates == [])
    #expect(
      said == """
        config.toml:1:1: warning: this gesture has no shape to recognize: `tickle learn NAME` records one and stores it in strokes
           1 | [[gesture]]
             | ^~~~~~~~~~~
        """)
  }

  @Test func `An unknown shape is an error that suggests the most similar name`() throws {
    let (templates, said) = try Home(["hook": hook]).load("templates = [\"hok\"]")
    #expect(templates == nil)
    #expect(
      said == """
        config.toml:4:14: error: no shape "hok" has been learned: strokes/hok.toml does not exist (`tickle learn` creates it); did you mean "hook"?
           4 | templates = ["hok"]
             |              ^~~~~
        """)
  }

  @Test func `A shape with two strokes needs a gesture with two`() throws {
    let (_, said) = try Home(["cross": cross]).load("templates = [\"cross\"]")
    #expect(
      said == """
        config.toml:4:14: error: "cross" was learned from 2 strokes: set strokes = 2
           4 | templates = ["cross"]
             |              ^~~~~~~
        """)
  }

  @Test func `A shape that allows any number of strokes fits any gesture`() throws {
    let home = try Home(["cross": "any_strokes = true\n" + cross])
    let (templates, said) = try home.load("templates = [\"cross\"]")
    #expect(templates == ["cross"] && said == "")
    #expect(try home.load("").templates == ["cross"])
  }

  @Test func `The keys min_score and any_strokes are read and written`() throws {
    let home = try Home(["cross": "min_score = 0.55\nany_strokes = true\n" + cross, "hook": hook])
    let path = { (name: String) in home.folder.appending(path: "strokes/\(name).toml").path }
    let (read, plain) = (try StrokeFile.load(path: path("cross")), try StrokeFile.load(path: path("hook")))
    #expect(read.template.minimumScore == 0.55 && read.template.allowsAnyStrokeCount)
    #expect(plain.template.minimumScore == nil && !plain.template.allowsAnyStrokeCount)
    try home.write(read.text, to: "strokes/cross.toml")
    #expect(try StrokeFile.load(path: path("cross")).template == read.template)
    #expect(!plain.text.contains("min_score") && !plain.text.contains("any_strokes"))
  }

  @Test func `Two shapes with the same name are an error`() throws {
    let home = try Home(["hook": hook, "copy": hook])
    #expect(
      try home.load("templates = [\"hook\", \"copy\"]").said == """
        config.toml:4:22: error: there are two shapes named "hook" in this gesture
           4 | templates = ["hook", "copy"]
             |                      ^~~~~~
        """)
  }

  @Test func `Too many examples are an error`() throws {
    var many: [String: String] = [:]
    let examples = Array(repeating: "[[[0, 0], [0, 30], [20, 30]]]", count: 32).joined(separator: ", ")
    for index in 10..<26 { many["s\(index)"] = "name = \"s\(index)\"\nexamples = [\(examples)]" }
    #expect(try Home(many).load("").said.contains("these shapes have more than 500 examples together"))
  }

  @Test(arguments: [
    ("", "1:1: error: this shape has no \"name\""),
    ("name = \"a\"", "1:1: error: this shape has no \"examples\""),
    ("name = \"a\"\nexample = []", "2:1: error: unknown key \"example\"; did you mean \"examples\"?"),
    ("name = \"a\"\nmin_score = 1.5", "2:13: error: \"min_score\" must be from 0 to 1, not 1.5"),
    ("name = \"a\"\nany_strokes = 2", "2:15: error: \"any_strokes\" takes true or false, not 2"),
    ("name = \"a\"\nexamples = 1", "2:12: error: \"examples\" takes a list of examples, each a list of strokes, not 1"),
    ("name = \"a\"\nexamples = []", "2:12: error: expected 1 to 32 examples, each a list of strokes, found 0"),
    (
      "name = \"a\"\nexamples = [[]]",
      "2:13: error: expected 1 to 8 strokes, each a list of points [x, y, t], found 0"
    ),
    ("name = \"a\"\nexamples = [[[[1, 2], [3]]]]", "2:23: error: \"examples\" takes points [x, y, t], not a list"),
    ("name = \"a\"\nexamples = [[[[1, 2], [3, \"4\"]]]]", "2:27: error: \"examples\" takes a number, not \"4\""),
    ("name = \"a\"\nexamples = [[[[1, 2], [3, nan]]]]", "2:27: error: \"examples\" must be finite, not nan"),
    (
      "name = \"a\"\nexamples = [[[[1, 2], [3, 1e300]]]]",
      "2:27: error: \"examples\" must be within a kilometre, not 1e+300"
    ),
    (
      "name = \"a\"\nexamples = [[[[1, 2]]]]",
      "2:13: error: this example has no length: a stroke must lead from one point to another"
    ),
    (
      "name = \"a\"\nexamples = [[[[1, 2], [30, 2]]]]",
      "2:13: error: this example is a straight line: use a swipe (kind = \"swipe\")"
    ),
    ("name = \"a\nexamples", "1:1: error: "),
    ("name = \"\u{1}\"", "1:9: error: "),
  ])
  func `An invalid file is reported with the error's position`(text: String, says: String) throws {
    let home = try Home(["hook": text])
    let (templates, said) = try home.load("templates = [\"hook\"]")
    #expect(templates == nil)
    #expect(said.hasPrefix("strokes/hook.toml:\(says)"), "\(said)")
  }

  @Test func `An invalid file is reported only once, even if several gestures refer to it`() throws {
    let home = try Home(["hook": "x"])
    let other = "[[gesture]]\nname = \"other\"\nkind = \"stroke\"\ntemplates = \"hook\""
    #expect(try home.load("templates = \"hook\"\n\(other)").said.components(separatedBy: "error:").count == 2)
  }

  @Test func `A file that cannot be read is reported at its name in the configuration`() throws {
    let home = try Home()
    try FileManager.default.createDirectory(
      at: home.folder.appending(path: "strokes/hook.toml"), withIntermediateDirectories: true)
    #expect(
      try home.load("templates = \"hook\"").said.hasPrefix("config.toml:4:13: error: read strokes/hook.toml: Is a"))
    try home.write(String(repeating: "#", count: 1 << 21), to: "strokes/large.toml")
    #expect(try home.load("templates = \"large\"").said.contains("this file is larger than the limit of 1 MiB"))
  }

  @Test func `A damaged file never traps, and each error has a position`() {
    let whole = Array(
      "name = \"a\"\nexamples = [[[[0, 0, 0], [0, 30.5], [20, 3e1]]], [[[1, 0], [2, 30]], [[-4, 5], [6, 7]]]]".utf8)
    for index in whole.indices {
      for byte in Array("[],.e-9 \"#\n\u{FF}".utf8) {
        var damaged = whole
        damaged[index] = byte
        let (file, diagnostics) = StrokeFile.parse(bytes: damaged, path: "a.toml")
        #expect(file != nil || diagnostics.contains { $0.line > 0 && $0.column > 0 })
        if let file { #expect(file.examples.allSatisfy { (0...1).contains(StrokeLesson.score($0, file.template)) }) }
      }
      #expect(StrokeFile.parse(bytes: Array(whole[..<index]), path: "a.toml").0 == nil)
    }
  }

  @Test func `A file that was written reads back the same`() throws {
    let points = (0..<100).map { index -> StrokePoint in
      let angle = Double(index) / 16
      return StrokePoint(
        Point(x: 40 + 20 * cos(angle), y: 40 + 20 * sin(angle)),
        at: Timestamp(microseconds: 5_000_000 + Int64(index) * 8000))
    }
    let file = try StrokeFile(name: "loop", examples: [[points], [points, points.reversed()]])
    let home = try Home(["loop": file.text])
    let read = try StrokeFile.load(path: home.folder.appending(path: "strokes/loop.toml").path)
    #expect(read.name == "loop" && read.examples.map(\.count) == [1, 2])
    for (a, b) in zip(read.examples[0][0], points) {
      #expect(a.location.distance(to: b.location) < 0.01)
      #expect(a.time - Timestamp(microseconds: 0) == b.time - points[0].time)
    }
  }

  @Test(arguments: [2.25, 2.75, 3.25], [true, false])
  func `The shipped spiral may begin anywhere, and run inwards or outwards and either way round`(
    turns: Double, isInwards: Bool
  ) throws {
    let folder = StrokeFolder(besideConfiguration: shipped.path)
    let spiral = try StrokeFile.load(path: folder.path(of: "spiral")).template
    let least = try #require(spiral.minimumScore)
    for start in stride(from: 20.0, to: 360, by: 90) {
      for sweep in [1.0, -1] {
        let points = (0...80).map { step in
          let part = Double(step) / 80
          let angle = (start + sweep * turns * 360 * part) * .pi / 180
          return Point(x: 50 + (2 + 20 * part) * cos(angle), y: 50 + (2 + 20 * part) * sin(angle))
        }
        let match = StrokeComparison().match([isInwards ? points.reversed() : points], [spiral])
        #expect((match?.score ?? 0) >= least, "from \(start)°, sweep \(sweep)")
      }
    }
  }

  @Test func `The shipped shapes are valid and are not mistaken for one another`() throws {
    let folder = StrokeFolder(besideConfiguration: shipped.path)
    #expect(folder.names.count > 5)
    let files = try folder.names.map { try StrokeFile.load(path: folder.path(of: $0)) }
    for strokes in [1, 8] {
      let comparison = StrokeComparison()
      let fitting = files.filter { $0.template.strokeCount <= strokes }
      for file in fitting {
        for (index, example) in file.examples.enumerated() {
          let templates = try fitting.map { other in
            // The examples of the spiral are as different as possible; the test above draws others.
            guard other.name == file.name, file.name != "spiral" else { return other.template }
            var rest = other.examples
            rest.remove(at: index)
            return try StrokeFile(name: other.name, examples: rest).template
          }
          let match = try #require(comparison.match(example.map { $0.map(\.location) }, templates))
          let least = try #require(file.template.minimumScore)
          #expect(match.template == file.name && match.score > least, "\(file.name) \(index): \(match)")
          #expect(match.runnerUpScore < 0.6, "\(file.name) \(index): \(match)")
        }
      }
    }
  }

  private let shipped = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "config/tickled.toml")
}
