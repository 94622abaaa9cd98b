import ArgumentParser
import Configuration
import Gestures
import Glibc
import Program
import Screen
import TouchInput

struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Learns a shape that you draw, for gestures of the kind stroke.",
    discussion: """
      Shows what was drawn, says where an example is unlike the others and which shapes it would be mistaken for, and keeps \
      it in strokes/NAME.toml beside the configuration. Ctrl-C ends it, and nothing is kept.
      """)

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text, or json: an object a line.")
  var format = OutputFormat.text
  @Option(help: ArgumentHelp("A touchscreen (default: all that there are).", valueName: "node"))
  var device: String?
  @Option(
    parsing: .upToNextOption, help: ArgumentHelp("Recordings: each shape in them is an example.", valueName: "file"))
  var recording: [String] = []
  @Option(help: "How many examples; three make half as many mistakes as one. From recordings: all (at most 32).")
  var examples: Int?
  @Option(help: "How many strokes the shape may have.")
  var strokes = 1
  @Flag(help: "Compares the shape also with drawings of another number of strokes.")
  var anyStrokes = false
  @Flag(help: "Replaces a shape of that name.")
  var replace = false
  @Flag(help: "Lists the shapes that were learned.")
  var list = false
  @Flag(help: "Says of each shape that is drawn which one it is most like, and keeps nothing.")
  var test = false
  @Argument(help: "What the shape is called: letters, digits, - and _.")
  var name: String?

  func validate() throws {
    if list || test {
      if name != nil || (list && test) { throw ValidationError("--list and --test take no name, and not each other.") }
      if anyStrokes { throw ValidationError("--any-strokes is for a shape that is learned.") }
      return
    }
    guard let name else { throw ValidationError("Name the shape: tickle learn NAME") }
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0)
    }
    guard isPlain, !name.isEmpty, name.utf8.count <= 60 else {
      throw ValidationError("A shape's name has letters, digits, - and _, up to 60 bytes; not \(name.quoted).")
    }
    guard (1...StrokeTemplate.Limits.examples).contains(examples ?? 3) else {
      throw ValidationError("--examples must be from 1 to \(StrokeTemplate.Limits.examples).")
    }
    guard (1...StrokeTemplate.Limits.strokes).contains(strokes) else {
      throw ValidationError("--strokes must be from 1 to \(StrokeTemplate.Limits.strokes).")
    }
    if device != nil && !recording.isEmpty { throw ValidationError("--device or --recording, not both.") }
  }

  func run() throws {
    let path = Configuration.path(option: file.config)
    let folder = StrokeFolder(besideConfiguration: path)
    let learned = Self.learned(in: folder)
    if list { return try LearnedShapes(learned, folder, format).show() }
    let pen = ShapeSource(
      recordings: recording, device: device, strokes: strokes, configuration: try Self.configuration(path, file.config))
    let output = LearnOutput(format: format)
    if test {
      guard !learned.isEmpty else {
        Diagnostics.say("tickle: no shape was learned yet (`tickle learn NAME` learns one; looked in \(folder.folder))")
        throw ExitCode(.noInput)
      }
      return try ShapeTest(templates: learned.map(\.template), output: output).run(with: pen)
    }
    let place = folder.path(of: name!)
    guard replace || access(place, F_OK) != 0 else {
      Diagnostics.say("tickle: \(place) is there already (--replace draws it anew)")
      throw ExitCode(.usage)
    }
    let lesson = StrokeLesson(name: name!, others: learned.map(\.template), anyStrokes: anyStrokes)
    try Learning(lesson: lesson, wanted: examples, output: output).run(with: pen, savingTo: place)
  }

  /// Those that can be read; the others are told.
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

  /// Only the screens matter. Its shapes need not be there: they may be what is to be learned.
  private static func configuration(_ path: String, _ option: String?) throws -> Configuration {
    do {
      return try Configuration.loadWithoutShapes(path: path)
    } catch .missing where option == nil || access(path, F_OK) != 0 {
      return Configuration(path: path)
    } catch {
      Diagnostics.say("\(error)")
      throw ExitCode(error.exitStatus)
    }
  }
}
