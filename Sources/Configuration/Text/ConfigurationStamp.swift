import Program

/// The files of a configuration at a moment. Two stamps differ if a file was written, replaced, added or removed between them.
package struct ConfigurationStamp: Equatable, Sendable {
  /// The path and the marks of each file.
  private let files: [String]

  /// Looks at the files, and reads none of them.
  package init(path: String) {
    files = ([path] + ((try? ConfigurationText.paths(besides: path)) ?? [])).map { path in
      guard let file = try? FileStatus(of: path) else { return path }
      return "\(path) \(file.identity) \(file.size) \(file.changed)"
    }
  }
}
