import ArgumentParser
import Program
import Text

/// The output of a command that writes a file: a file that does not exist yet, or standard output for `-`.
struct NewFile {
  let path: String

  /// Writes the text, whole or not at all. A file that exists is not overwritten.
  func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard path != "-" else {
      if !writeAll(bytes, to: Descriptor.standardOutput) { throw Answer.failure() }
      return
    }
    do throws(SaveFailure) {
      try FileChange.save(bytes, to: FilePlace(path), from: .nothing)
    } catch {
      guard error.isConflict || Paths.exists(path) else { throw error }
      throw Diagnostics.failure("tickle: \(path.printable) exists (remove it, or choose another --output)", .usage)
    }
  }
}
