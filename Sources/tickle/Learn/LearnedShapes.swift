import Configuration
import Gestures
import Screen
import Text

/// The list that `tickle learn --list` prints.
struct LearnedShapes {
  private let files: [StrokeFile]
  private let folder: StrokeFolder
  private let format: OutputFormat

  init(_ files: [StrokeFile], _ folder: StrokeFolder, _ format: OutputFormat) {
    (self.files, self.folder, self.format) = (files, folder, format)
  }

  func show() throws {
    for (file, least) in zip(files, StrokeLesson.leastScores(files.map(\.template))) {
      switch format {
      case .text:
        let strokes = file.template.strokeCount == 1 ? "1 stroke" : "\(file.template.strokeCount) strokes"
        let examples = file.examples.count == 1 ? "1 example" : "\(file.examples.count) examples"
        let name = file.name + String(repeating: " ", count: max(1, 16 - file.name.count))
        try Answer.say("\(name)\(examples), \(strokes), recognized from \(Decimal.fixed(least, decimals: 2))")
      case .json:
        let json = JSONWriter.text { writer in
          writer.member("template", file.name)
          writer.member("examples", file.examples.count)
          writer.member("strokes", file.template.strokeCount)
          writer.member("min_score", least, decimals: 6)
        }
        try Answer.say(json)
      }
    }
    if files.isEmpty { Diagnostics.say("tickle: no learned shapes in \(folder.folder.printable)") }
  }
}
