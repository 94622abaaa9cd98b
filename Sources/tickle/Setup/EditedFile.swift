import Configuration
import Program
import Text

/// The configuration that a command reads and may change: its file, or one of the files of its folder `config.d`.
struct EditedFile {
  /// The table that the command changes: `gesture`, `view` or `screen`, and its name.
  typealias Table = (array: String, name: String)

  let configuration: Configuration
  /// `nil`: the file does not exist.
  private let text: ConfigurationText?
  /// The path of the file, whether it exists or not.
  let path: String

  /// Reads the file and its folder. One that is invalid ends the command; one that does not exist is an empty configuration.
  init(_ option: ConfigurationOption) throws {
    path = Configuration.path(option: option.config)
    do throws(ConfigurationError) {
      let text = try ConfigurationText(path: path)
      let (configuration, diagnostics) = Configuration.parse(text)
      guard let configuration else { throw .unusable(diagnostics) }
      self.configuration = configuration
      self.text = text
    } catch {
      guard case .missing = error else { throw error }
      configuration = Configuration(path: path)
      text = nil
    }
  }

  func values(ofGesture name: String) -> [String: String] {
    text.map { ConfigurationEdit.values(ofGesture: name, in: $0) } ?? [:]
  }

  /// Returns the path of the file that has the table; the first one's if none has.
  func path(of table: Table) -> String { text.map { $0.parts[part(of: table)].path } ?? path }

  private func part(of table: Table) -> Int {
    text.flatMap { ConfigurationEdit.part(of: $0, with: table.array, table.name) } ?? 0
  }

  /// Changes the file that has the table, or the first one if none has: all of it or nothing. A file that was changed since it was read
  /// stays as it is.
  ///
  /// - Returns: the file in words.
  func change(
    _ table: Table, _ edit: (inout ConfigurationEdit) throws(ConfigurationEdit.Refusal) -> Void
  ) throws -> String {
    let old = text ?? ConfigurationText(bytes: [], path: path)
    let part = part(of: table)
    let path = old.parts[part].path
    var changed = ConfigurationEdit(old, part: part, of: configuration)
    do {
      try edit(&changed)
    } catch { throw Diagnostics.failure("tickle: \(error) (copy the lines above into it)", .configuration) }
    if text == nil { try Paths.makeFolders(above: path) }
    do throws(SaveFailure) {
      return try FileChange.save(
        changed.bytes, to: FilePlace(path), from: text == nil ? .nothing : .text(old.parts[part].bytes))
    } catch {
      let place = error.isConflict ? "it" : "a file of your own"
      throw Diagnostics.failure("tickle: \(error) (copy the lines above into \(place))", error.exitStatus)
    }
  }
}
