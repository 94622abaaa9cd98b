// tickle/Learn: `tickle learn`.
import ArgumentParser
import Configuration
import Gestures
import Program
import Screen

struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Learns a shape that you draw, for gestures of the kind stroke.",
    discussion: """
      Shows each drawing, points out examples that are unlike the others and shapes that it would be mistaken for, and saves \
      the shape as strokes/NAME.toml beside the configuration. Ctrl-C ends it without saving.

      Examples:
        tickle learn star
        tickle learn --list
        tickle learn --test
      """)

  @Option(name: .shortAndLong, help: "text, or json: one object per line.")
  var format = OutputFormat.text
  @Option(help: ArgumentHelp("The touchscreen to draw on (default: all of them).", valueName: "node"))
  var device: String?
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Recordings: each shape in them is an example; - is standard input.", valueName: "file"),
    completion: .file())
  var recording: [String] = []
  @Option(
    help: "The number of examples (default: 3, or all with --recording; at most 32). Three halve the mistakes of one.")
  var examples: Int?
  @Option(help: "The most strokes that the shape may have.")
  var strokes = 1
  @Flag(help: "Also compares the shape with drawings that have another number of strokes.")
  var anyStrokes = false
  @Flag(help: "Replaces an existing shape with this name.")
  var replace = false
  @Flag(help: "Lists the learned shapes.")
  var list = false
  @Flag(help: "Shows for each drawing which learned shape it is most like, and saves nothing.")
  var test = false
  @Argument(help: "The shape's name: letters, digits, - and _.", completion: .names(of: .shape))
  var name: String?
  @OptionGroup var file: ConfigurationFile

  mutating func validate() throws {
    // --list and --test need no name, so the configuration may be the first argument.
    if list || test, let only = name { name = try file.option.take(from: [only]).first }
    try InputFile.requireOneStandardInput([file.config] + recording)
    if list || test {
      if name != nil || (list && test) { throw ValidationError("Give --list or --test, not both, and without a name.") }
      if anyStrokes { throw ValidationError("--any-strokes needs a shape to learn: leave out --list and --test.") }
      return
    }
    guard let name else { throw ValidationError("Name the shape: tickle learn NAME") }
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0)
    }
    guard isPlain, !name.isEmpty, name.utf8.count <= 60 else {
      throw ValidationError("A shape's name may have letters, digits, - and _, up to 60 bytes; not \(name.quoted).")
    }
    guard (1...StrokeTemplate.Limits.examples).contains(examples ?? 3) else {
      throw ValidationError("--examples must be from 1 to \(StrokeTemplate.Limits.examples).")
    }
    guard (1...StrokeTemplate.Limits.strokes).contains(strokes) else {
      throw ValidationError("--strokes must be from 1 to \(StrokeTemplate.Limits.strokes).")
    }
    if device != nil && !recording.isEmpty { throw ValidationError("Give --device or --recording, not both.") }
  }

  func run() throws {
    let path = Configuration.path(option: file.config)
    let folder = StrokeFolder(besideConfiguration: InputFile(path).name)
    let learned = Self.learned(in: folder)
    if list { return try LearnedShapes(learned, folder, format).show() }
    let pen = ShapeSource(
      recordings: recording, device: device, strokes: strokes, configuration: try Self.configuration(path, file.config))
    let output = LearnOutput(format: format)
    if test {
      guard !learned.isEmpty else {
        throw Diagnostics.failure(
          "tickle: no learned shapes in \(folder.folder) (learn one with `tickle learn NAME`)", .noInput)
      }
      return try ShapeTest(templates: learned.map(\.template), output: output).run(with: pen)
    }
    let place = folder.path(of: name!)
    guard replace || !Paths.exists(place) else {
      throw Diagnostics.failure("tickle: \(place) already exists (--replace replaces it)", .usage)
    }
    let lesson = StrokeLesson(name: name!, others: learned.map(\.template), anyStrokes: anyStrokes)
    try Learning(lesson: lesson, wanted: examples, output: output).run(with: pen, savingTo: place)
  }

  /// Reads the learned shapes, and reports those that cannot be read.
  private static func learned(in folder: StrokeFolder) -> [StrokeFile] {
    folder.names.compactMap { name in
      do {
        return try StrokeFile.load(path: folder.path(of: name))
      } catch {
        Diagnostics.say("\(error)")
        return nil
      }
    }
  }

  /// Reads the configuration for its screens. Shapes that it names may be missing: they may be about to be learned.
  private static func configuration(_ path: String, _ option: String?) throws -> Configuration {
    do {
      return try Configuration.loadWithoutShapes(path: path)
    } catch {
      guard case .missing = error, option == nil || !Paths.exists(path) else { throw error }
      return Configuration(path: path)
    }
  }
}
