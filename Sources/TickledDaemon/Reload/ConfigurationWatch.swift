import Glibc

/// Tells when the file at a path may have changed, or when another may have taken its place.
///
/// Editors and configuration management rename a new file over the old one, and where the path leads through symbolic links, as
/// `config.toml → ..data/config.toml → ..2026/config.toml`, any of them may be set anew. So each folder that holds a step
/// of the way is watched for the name of that step; and the file itself, for one that is mounted there changes without a word
/// from its folder. Made anew after each change, as the way may have changed.
final class ConfigurationWatch {
  /// Readable when something happened in one of the folders.
  let fileDescriptor: Int32
  /// What matters, by watch: a folder's names; of the file itself everything does.
  private var names: [Int32: Set<String>] = [:]

  /// As the kernel's own limit.
  private static let mostLinks = 40
  private static let inFolder = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)
  private static let ofFile = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

  /// - Returns: `nil` where it cannot be watched; then errno tells.
  init?(path: String) {
    fileDescriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard fileDescriptor >= 0 else { return nil }
    for step in Self.steps(to: path) {
      let watch = inotify_add_watch(fileDescriptor, step.folder, Self.inFolder)
      if watch < 0 { return nil }
      names[watch, default: []].insert(step.name)
    }
    // Devices are written to by everybody.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      _ = inotify_add_watch(fileDescriptor, path, Self.ofFile)
    }
  }

  deinit { if fileDescriptor >= 0 { close(fileDescriptor) } }

  /// Takes back every change so far.
  /// - Returns: whether one may concern the file.
  func takeChanges() -> Bool {
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

  /// The folders on the way to a file, with the name in each that leads on: of every symbolic link, and of the file, or of the
  /// first that is not there.
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

  /// Where a symbolic link leads; `nil`: it is none.
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
