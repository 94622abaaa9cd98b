// Configuration/Text: the files before they are understood: TOML, its slips, edits in place, changes on disk, places of errors.
import Program

/// The text of a configuration: that of its file, and of the files in the folder `config.d` beside it.
///
/// Only a file called `config.toml` has such a folder, wherever it is and however it was named. So the service, `tickle check` and
/// `--config` read the same; and a file with another name, such as a draft or one for a test, depends on nothing else.
package struct ConfigurationText: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The largest size of all parts together; no configuration written by hand is larger.
  package static let sizeLimit = 4 << 20
  private static let mostParts = 100

  /// The file, then those of its folder, by name; at least one.
  package private(set) var parts: [Part]

  /// The path of the configuration's file, which paths in all parts are relative to.
  package var path: String { parts[0].path }

  package init(bytes: [UInt8], path: String) { parts = [Part(path: path, bytes: bytes)] }

  /// - Parameter parts: at least one; that of the file first.
  package init?(parts: [Part]) {
    guard !parts.isEmpty else { return nil }
    self.parts = parts
  }

  /// The same text with other bytes in one of its parts.
  package func replacing(_ part: Int, with bytes: [UInt8]) -> ConfigurationText {
    var text = self
    text.parts[part] = Part(path: parts[part].path, bytes: bytes)
    return text
  }

  /// Reads a file, and those in its folder.
  package init(path: String) throws(ConfigurationError) {
    self.init(bytes: try contents(path: path, limit: Self.sizeLimit), path: path)
    var size = parts[0].bytes.count
    for path in try Self.paths(besides: path) {
      let bytes = try contents(path: path, limit: Self.sizeLimit)
      size += bytes.count
      guard size <= Self.sizeLimit, parts.count < Self.mostParts else {
        throw .unreadable(
          path: path, reason: "the files of this folder have more than \(Self.sizeLimit >> 20) MiB, or are more than 99"
        )
      }
      parts.append(Part(path: path, bytes: bytes))
    }
  }

  /// Reads what a command line names: a file, or standard input, which has no folder.
  package init(_ input: InputFile) throws(ConfigurationError) {
    if input.isStandardInput {
      self.init(bytes: try contents(of: input, limit: Self.sizeLimit), path: input.name)
    } else {
      try self.init(path: input.path)
    }
  }

  /// The folder whose files belong to a configuration; `nil` if it has none.
  package static func folder(besides path: String) -> String? {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return name == "config.toml" ? (slash.map { String(path[...$0]) } ?? "") + "config.d" : nil
  }

  /// The files of that folder, in the order of their names.
  package static func paths(besides path: String) throws(ConfigurationError) -> [String] {
    guard let folder = folder(besides: path) else { return [] }
    let names: [String]
    do throws(Errno) {
      names = try Paths.names(in: folder, limit: 10_000) {
        $0.hasSuffix(".toml") && !$0.hasSuffix(CaseFile.ending) && !$0.hasPrefix(".")
      }
    } catch {
      switch error {
      case .noSuchFile, .notDirectory: return []
      case .permissionDenied: throw .noPermission(path: folder)
      default: throw .unreadable(path: folder, reason: "\(error)")
      }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }
  }
}
