import Glibc

/// What is at a path.
package enum Paths {
  package enum Kind { case file, folder, pipe, other }

  /// Returns the kind of what is there, or where a link leads; `nil` if nothing is.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFIFO: .pipe
    default: .other
    }
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
  package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Returns the path from the root, without links; `nil` if nothing is there.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the names in a folder, without those that begin with a dot; none if it can't be read.
  package static func names(in folder: String, limit: Int = .max) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count < limit {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names
  }

  /// Makes a folder.
  /// - Parameter mode: who may use it, without what the umask forbids.
  /// - Returns: false if that failed, for example because something is there.
  @discardableResult
  package static func makeFolder(_ path: String, mode: UInt32 = 0o777) -> Bool { mkdir(path, mode) == 0 }

  /// The current folder; `nil` if it was removed.
  package static var current: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
  }
}

extension String {
  /// Whether a pattern of the shell matches the text: `*`, `?` and `[…]`.
  package func matches(pattern: String) -> Bool { fnmatch(pattern, self, 0) == 0 }
}
