import Configuration
import Program
import Text

/// Adds a recording to the cases of a configuration.
struct CaseKeeper {
  private let gestures: [String]
  private let recording: String
  /// The file of cases.
  let path: String

  /// Checks the names of the gestures; an unknown one ends the command.
  init(_ gestures: [String], recording: String, _ option: ConfigurationOption) throws {
    let configuration = try option.load()
    for name in gestures { try configuration.gesture(named: name) }
    self.gestures = gestures
    self.recording = recording
    path = CaseFile.path(forConfiguration: Configuration.path(option: option.config))
  }

  func add() throws {
    var old: [UInt8]?
    do throws(ConfigurationError) { old = try contents(path: path) } catch {
      guard case .missing = error else { throw error }
    }
    var bytes = old ?? []
    if let last = bytes.last { bytes += Array((last == UInt8(ascii: "\n") ? "\n" : "\n\n").utf8) }
    bytes += Array(CaseFile.text(recording: pathFromCases, expected: gestures).utf8)
    let saved = try FileChange.save(
      bytes, to: FilePlace(path), from: old.map { .text($0) } ?? .nothing, limit: InputFile(recording).permissions)
    Diagnostics.say("Added a case to \(saved)")
  }

  /// The recording as the file of cases names it: by its name alone if it is in the same folder.
  private var pathFromCases: String {
    guard let whole = Paths.resolved(recording) else { return recording }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard let here = Paths.resolved(folder.isEmpty ? "/" : folder) else { return whole }
    let prefix = here + "/"
    return whole.hasPrefix(prefix) ? String(whole.dropFirst(prefix.count)) : whole
  }
}
