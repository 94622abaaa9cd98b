import Configuration
import Program

/// The files of the configuration on the disk. No request can name another one.
struct EditedFiles {
  /// The text as it was read; of a file that does not exist, an empty one.
  let text: ConfigurationText
  private var isNew: Bool

  init(path: String) throws(ConfigurationError) {
    do throws(ConfigurationError) {
      text = try ConfigurationText(path: path)
      isNew = false
    } catch {
      guard case .missing = error else { throw error }
      text = ConfigurationText(bytes: [], path: path)
      isNew = true
    }
  }

  /// Writes the parts that changed, if all of them are on the disk as they were when they were read or written last.
  mutating func write(_ parts: [(old: ConfigurationText.Part, new: [UInt8])]) throws(SaveFailure) {
    if isNew { try? Paths.makeFolders(above: text.path) }
    var change = FileChange()
    for (old, new) in parts { change.add(try FilePlace(old.path), new, from: isNew ? .nothing : .text(old.bytes)) }
    try change.save()
    if !parts.isEmpty { isNew = false }
  }
}
