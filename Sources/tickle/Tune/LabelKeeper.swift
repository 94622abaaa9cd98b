import Configuration
import Program
import Text
import Trials

/// Writes the labels of a recording beside it.
struct LabelKeeper {
  private let gestures: [String]
  private let path: String
  private let recording: String

  /// Checks the names of the gestures, and that there are no labels yet; an error ends the command.
  ///
  /// - Parameter names: gestures, or "none".
  init(_ names: [String], recording: String, _ option: ConfigurationOption) throws {
    gestures = names.filter { $0 != "none" }
    self.recording = recording
    path = Labels.path(forRecording: recording)
    if !gestures.isEmpty {
      let configuration = try option.load()
      for name in gestures { try configuration.gesture(named: name) }
    }
    guard path != recording else {
      throw Diagnostics.failure(
        "tickle: \(path.printable) is the name of the labels: give the recording another ending", .usage)
    }
    if let bytes = try? contents(path: path), !bytes.isEmpty {
      throw Diagnostics.failure("tickle: \(path.printable) is not empty: it is not overwritten", .ioError)
    }
  }

  func write() throws {
    let written = try FileChange.save(
      Array(Labels.text(all: gestures).utf8), to: FilePlace(path), from: Paths.exists(path) ? .text([]) : .nothing,
      limit: InputFile(recording).permissions)
    Diagnostics.say("Wrote \(written)")
  }
}
