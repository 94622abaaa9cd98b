import Glibc

package enum Paths {
  /// Returns the kind of what is there, or where a link leads; `nil` if nothing is.
  package static func kind(of path: String) -> FileStatus.Kind? { (try? FileStatus(of: path))?.kind }

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

  /// Returns where a symbolic link leads, as it says; `nil` if the path is not one.
  package static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlink(path, buffer.baseAddress!, buffer.count)
      return count > 0 ? String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self) : nil
    }
  }

  /// Returns the names in a folder, without those that begin with a dot; none if it can't be read.
  package static func names(in folder: String, limit: Int = .max) -> [String] {
    (try? names(in: folder, limit: limit) { $0.utf8.first != UInt8(ascii: ".") }) ?? []
  }

  /// Returns the names in a folder that a condition holds for, in no order. `.` and `..` are among those that are asked for.
  package static func names(
    in folder: String, limit: Int = .max, where isWanted: (String) -> Bool
  ) throws(Errno) -> [String] {
    guard let stream = opendir(folder) else { throw .latest }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count < limit {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if isWanted(name) { names.append(name) }
    }
    return names
  }

  /// Makes a folder.
  /// - Parameter mode: who may use it, without what the umask forbids.
  /// - Returns: false if that failed, for example because something is there; `Errno.latest` has the reason.
  @discardableResult
  package static func makeFolder(_ path: String, mode: UInt32 = 0o777) -> Bool { mkdir(path, mode) == 0 }

  /// Makes the folders above a path that are missing.
  package static func makeFolders(above path: String) throws(SaveFailure) {
    for (index, character) in zip(path.indices, path) where character == "/" && index > path.startIndex {
      let folder = String(path[..<index])
      if makeFolder(folder) { continue }
      let error = Errno.latest
      // A folder on the way may be one that exists but cannot be created, such as a mount point that is read-only.
      if !exists(folder) { throw SaveFailure("mkdir", folder, error) }
    }
  }

  package static func remove(_ path: String) { unlink(path) }

  package static func setPermissions(of path: String, to permissions: UInt32) { chmod(path, permissions) }

  /// The current folder; `nil` if it was removed.
  package static var current: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
  }
}

extension String {
  /// Whether a pattern of the shell matches the text: `*`, `?` and `[…]`.
  /// - Parameter isPath: whether only a slash matches a slash.
  package func matches(pattern: String, isPath: Bool = false) -> Bool {
    fnmatch(pattern, self, isPath ? FNM_PATHNAME : 0) == 0
  }
}
