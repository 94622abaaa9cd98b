import Program

/// Reports when a configuration's files may have changed, or when others may have taken their place: the file at a path, and those in its
/// folder `config.d`.
///
/// Editors and configuration management rename a new file over the old one. If the path leads through symbolic links, as
/// `config.toml → ..data/config.toml → ..2026/config.toml`, any of them may be replaced. So each folder that contains a component of
/// the path is watched for that component's name; and the file itself is watched, as changes of a file that is mounted there are not
/// reported for its folder. A new watch is made after each change, as the path may lead elsewhere. Any other file can be watched in the
/// same way.
package final class ConfigurationWatch {
  /// Readable when something has changed in one of the folders.
  package var fileDescriptor: Int32 { watch.fileDescriptor }
  private let watch: ChangeWatch
  /// The names that matter, by the watch of their folder. The watch of the file itself has none, as all its events matter.
  private var names: [Int32: Set<String>] = [:]

  /// The most symbolic links that are followed: the kernel's limit.
  private static let mostLinks = 40

  /// - Throws: the reason why the path cannot be watched.
  package init(path: String) throws(Errno) {
    watch = try ChangeWatch()
    try watchSteps(to: path)
    watchFile(path)
    guard let folder = ConfigurationText.folder(besides: path) else { return }
    // A folder that appears, and files that appear in it. A folder or a file that cannot be watched cannot be read, either.
    try? watchSteps(to: folder)
    for part in (try? ConfigurationText.paths(besides: path)) ?? [] {
      try? watchSteps(to: part)
      watchFile(part)
    }
    // Last, as all events of this folder matter, whatever the names are.
    if let all = try? watch.add(folder, .inFolder) { names[all] = nil }
  }

  private func watchSteps(to path: String) throws(Errno) {
    for step in Self.steps(to: path) { names[try watch.add(step.folder, .inFolder), default: []].insert(step.name) }
  }

  /// Watches a file itself: only a regular one, as any program may write to a device.
  private func watchFile(_ path: String) {
    if Paths.kind(of: path) == .file { _ = try? watch.add(path, .ofFile) }
  }

  /// Reads all changes that have been reported.
  /// - Returns: whether one of them may concern the file.
  package func takeChanges() -> Bool {
    var concerns = false
    watch.read { watch, name in
      if let names = names[watch], let name, !names.contains(name) { return }
      concerns = true
    }
    return concerns
  }

  /// The folders in which a change may replace the file, each with the name that matters there: every symbolic link on the path, and the
  /// file itself or the first component that does not exist.
  static func steps(to path: String) -> [(folder: String, name: String)] {
    var steps: [(folder: String, name: String)] = []
    var folder = path.hasPrefix("/") ? "" : workingFolder
    var names = path.split(separator: "/").map(String.init)
    while !names.isEmpty {
      let name = names.removeFirst()
      if name == "." { continue }
      if name == ".." {
        folder = String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex))
        continue
      }
      let here = "\(folder)/\(name)"
      let target = Paths.target(ofLink: here)
      if target != nil || names.isEmpty || !Paths.exists(here) {
        steps.append((folder: folder.isEmpty ? "/" : folder, name: name))
      }
      guard let target else {
        if !Paths.exists(here) { break }
        folder = here
        continue
      }
      if steps.count > mostLinks { break }
      if target.hasPrefix("/") { folder = "" }
      names = target.split(separator: "/").map(String.init) + names
    }
    return steps
  }

  private static var workingFolder: String {
    guard let path = Paths.current, path != "/" else { return "" }
    return path
  }
}
