/// The folder `strokes` next to a configuration, with one file for each learned shape.
package struct StrokeFolder: Sendable {
  /// The configuration's own folder, which its paths are relative to; empty or with a slash at the end.
  private let home: String

  package init(besideConfiguration path: String) {
    let slash = path.lastIndex(of: "/")
    home = slash.map { String(path[...$0]) } ?? ""
  }

  package var folder: String { home + "strokes" }

  /// Returns the file of a shape; a name with a slash or ending in `.toml` is already a path.
  package func path(of name: String) -> String {
    guard name.contains("/") || name.hasSuffix(Self.suffix) else { return "\(folder)/\(name)\(Self.suffix)" }
    return name.hasPrefix("/") ? name : home + name
  }

  /// The names of all shapes in the folder, sorted.
  package var names: [String] { namesOfTOMLFiles(in: folder) }

  private static let suffix = ".toml"
}
