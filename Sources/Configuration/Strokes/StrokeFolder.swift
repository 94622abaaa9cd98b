import Glibc

/// Where the learned shapes of a configuration are: a file each, in the folder `strokes` beside it.
package struct StrokeFolder: Sendable {
  /// What the paths of a configuration are relative to.
  private let home: String

  package init(besideConfiguration path: String) {
    let slash = path.lastIndex(of: "/")
    home = slash.map { String(path[...$0]) } ?? ""
  }

  package var folder: String { home + "strokes" }

  /// A name's file; what has a slash or ends in `.toml` is a path already.
  package func path(of name: String) -> String {
    guard name.contains("/") || name.hasSuffix(Self.suffix) else { return "\(folder)/\(name)\(Self.suffix)" }
    return name.hasPrefix("/") ? name : home + name
  }

  /// Of all files in the folder, in order.
  package var names: [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(Self.suffix) && !name.hasPrefix(".") { names.append(String(name.dropLast(Self.suffix.count))) }
    }
    return names.sorted()
  }

  private static let suffix = ".toml"
}
