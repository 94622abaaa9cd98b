import Glibc

/// What actions find where they run: programs and files.
package struct Machine {
  /// Where programs are looked for.
  private let folders: [String]

  /// - Parameter searchPath: as `$PATH`.
  package init(searchPath: String) {
    folders = searchPath.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// As whoever asks sees it.
  package init() { self.init(searchPath: getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin") }

  func hasProgram(_ name: String) -> Bool { folders.contains { Self.isProgram("\($0)/\(name)") } }

  /// All of them.
  var programs: [String] { folders.flatMap(Self.names) }

  static func isProgram(_ path: String) -> Bool { kind(of: path) == S_IFREG && access(path, X_OK) == 0 }
  static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }
  static func exists(_ path: String) -> Bool { kind(of: path) != nil }

  /// What a folder holds; nothing where it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count < 20_000 {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
