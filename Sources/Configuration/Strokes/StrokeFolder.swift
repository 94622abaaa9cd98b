import Program
import Text

/// The folder `strokes` next to a configuration, with one file for each learned shape, and the shapes that are installed with the programs.
package struct StrokeFolder: Sendable {
  /// The configuration's own folder, which its paths are relative to; empty or with a slash at the end.
  private let home: String
  /// The folder of the installed shapes; `nil` if there is none.
  private let shipped: String?

  /// - Parameter shipped: the folder of the installed shapes; `nil`: there is none.
  package init(besideConfiguration path: String, shipped: String? = ShippedFiles.strokes.find()) {
    self.shipped = shipped
    let slash = path.lastIndex(of: "/")
    home = slash.map { String(path[...$0]) } ?? ""
  }

  package var folder: String { home + "strokes" }

  /// Returns the file of a shape; a name with a slash or ending in `.toml` is already a path.
  package func path(of name: String) -> String {
    guard name.contains("/") || name.hasSuffix(Self.suffix) else { return "\(folder)/\(name)\(Self.suffix)" }
    return name.hasPrefix("/") ? name : home + name
  }

  /// Returns the file to read for a shape: the folder's own, or else the installed one.
  package func readablePath(of name: String) -> String {
    let own = path(of: name)
    guard let shipped, !name.contains("/"), !name.hasSuffix(Self.suffix), !Paths.exists(own) else { return own }
    let other = "\(shipped)/\(name)\(Self.suffix)"
    return Paths.exists(other) ? other : own
  }

  /// The names of all shapes in the folder, sorted.
  package var names: [String] { namesOfTOMLFiles(in: folder) }

  /// The names of all shapes that a gesture can name, sorted.
  package var readableNames: [String] { Set(names + (shipped.map(namesOfTOMLFiles) ?? [])).sorted() }

  private static let suffix = ".toml"
}
