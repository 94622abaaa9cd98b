import Configuration
import Program

/// Why a file could not be written.
struct SavingError: EndingError, CustomStringConvertible {
  let failure: SystemFailure

  var description: String {
    let remedy = isPermission ? " (name a configuration of your own with --config: shapes are saved beside it)" : ""
    return "\(failure)\(remedy)"
  }

  var exitStatus: ExitStatus { isPermission ? .noPermission : .ioError }

  private var isPermission: Bool { failure.error.isPermission || failure.error == .readOnlyFileSystem }
}

extension StrokeFile {
  /// Writes a temporary file beside `path` and renames it, so that readers see the old file or the new one, never half of one.
  func save(to path: String) throws(SavingError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[..<$0]) } ?? "."
    if !Paths.makeFolder(folder) && Errno.latest != .fileExists {
      throw SavingError(failure: SystemFailure("mkdir", folder, .latest))
    }
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let draft = "\(folder)/.\(name).\(Processes.own)"
    do throws(SystemFailure) {
      try AtomicFile.replace(path, through: draft, Array(text.utf8), mode: 0o666)
    } catch { throw SavingError(failure: error) }
  }
}
