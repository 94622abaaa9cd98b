import Configuration
import Program
import Text

/// The files of the configuration on the disk. No request can name another one.
struct EditedFiles {
  /// The text as it was read; of a file that does not exist, an empty one.
  let text: ConfigurationText
  private let isNew: Bool

  struct Failure: Error { let description: String }

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
  func write(_ parts: [(old: ConfigurationText.Part, new: [UInt8])]) throws(Failure) {
    for (old, _) in parts {
      let bytes = try? contents(path: old.path)
      guard bytes == old.bytes || bytes == nil && isNew && old.bytes.isEmpty && !Paths.exists(old.path) else {
        throw Failure(
          description: "\(old.path.printable) was changed by another program, so it was not written: copy your text, "
            + "and start `tickle edit` again")
      }
    }
    for (old, new) in parts {
      do throws(AtomicFile.Failure) {
        if isNew { makeFolders(above: old.path) }
        try AtomicFile(path: old.path).write(new)
      } catch { throw Failure(description: "\(error)") }
    }
  }

  /// A folder that cannot be created is reported by the write.
  private func makeFolders(above path: String) {
    for (index, character) in zip(path.indices, path) where character == "/" && index > path.startIndex {
      Paths.makeFolder(String(path[..<index]))
    }
  }
}
