import Glibc

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
  package let fileDescriptor: Int32
  /// The names that matter, by the watch of their folder. The watch of the file itself has none, as all its events matter.
  private var names: [Int32: Set<String>] = [:]

  /// The most symbolic links that are followed: the kernel's limit.
  private static let mostLinks = 40
  private static let inFolder = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)
  private static let ofFile = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

  /// - Returns: `nil`, with errno set, if the path cannot be watched.
  package init?(path: String) {
    fileDescriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard fileDescriptor >= 0 else { return nil }
    guard watchSteps(to: path) else { return nil }
    watchFile(path)
    guard let folder = ConfigurationText.folder(besides: path) else { return }
    // A folder that appears, and files that appear in it. A folder or a file that cannot be watched cannot be read, either.
    _ = watchSteps(to: folder)
    for part in (try? ConfigurationText.paths(besides: path)) ?? [] {
      _ = watchSteps(to: part)
      watchFile(part)
    }
    // Last, as all events of this folder matter, whatever the names are.
    let watch = inotify_add_watch(fileDescriptor, folder, Self.inFolder)
    if watch >= 0 { names[watch] = nil }
  }

  /// - Returns: false, with errno set, if a folder on the path cannot be watched.
  private func watchSteps(to path: String) -> Bool {
    for step in Self.steps(to: path) {
      let watch = inotify_add_watch(fileDescriptor, step.folder, Self.inFolder)
      if watch < 0 { return false }
      names[watch, default: []].insert(step.name)
    }
    return true
  }

  /// Watches a file itself: only a regular one, as any program may write to a device.
  private func watchFile(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    _ = inotify_add_watch(fileDescriptor, path, Self.ofFile)
  }

  deinit { if fileDescriptor >= 0 { close(fileDescriptor) } }

  /// Reads all changes that have been reported.
  /// - Returns: whether one of them may concern the file.
  package func takeChanges() -> Bool {
    var concerns = false
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while true {
        let count = read(fileDescriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        concerns = concernsFile(UnsafeRawBufferPointer(rebasing: buffer[..<count])) || concerns
      }
    }
    return concerns
  }

  private func concernsFile(_ events: UnsafeRawBufferPointer) -> Bool {
    let head = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + head <= events.count {
      let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let name = events[(offset + head)..<min(events.count, offset + head + Int(event.len))].prefix { $0 != 0 }
      offset += head + Int(event.len)
      guard let names = names[event.wd], !name.isEmpty else { return true }
      if names.contains(String(decoding: name, as: UTF8.self)) { return true }
    }
    return false
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
      let target = link(here)
      if target != nil || names.isEmpty || access(here, F_OK) != 0 {
        steps.append((folder: folder.isEmpty ? "/" : folder, name: name))
      }
      guard let target else {
        if access(here, F_OK) != 0 { break }
        folder = here
        continue
      }
      if steps.count > mostLinks { break }
      if target.hasPrefix("/") { folder = "" }
      names = target.split(separator: "/").map(String.init) + names
    }
    return steps
  }

  /// The target of a symbolic link; `nil` if the path is not a symbolic link.
  private static func link(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlink(path, buffer.baseAddress!, buffer.count)
      return count > 0 ? String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self) : nil
    }
  }

  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return path[0] == UInt8(ascii: "/") && path[1] == 0 ? "" : String(cString: path)
  }
}
