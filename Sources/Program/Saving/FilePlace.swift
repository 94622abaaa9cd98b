import CLinux
import Glibc
import Text

/// The place of a file that is saved. Symbolic links are followed: their target is replaced, and they stay.
package struct FilePlace: CustomStringConvertible, Sendable {
  /// The path as the caller gave it.
  let path: String
  let folder: SaveFolder
  /// The file's name in its folder.
  let name: String
  private let target: String

  /// Checks in advance what would make saving fail.
  package init(_ path: String) throws(SaveFailure) {
    let resolved = Paths.resolved(path)
    if resolved == nil, case let error = Errno.latest, let end = Paths.target(ofLink: path) {
      let remedy = "the link leads to \(end.printable): remove it or name another file"
      throw SaveFailure("follow", path, error, remedy: remedy)
    }
    (self.path, target) = (path, resolved ?? path)
    if let kind = Paths.kind(of: target) {
      let remedy = "name a regular file, or one that does not exist yet"
      guard kind == .file else { throw SaveFailure("write", target, .invalidArgument, remedy: remedy) }
      guard Paths.isWritable(target) else {
        throw SaveFailure("write", target, remedy: "make it writable, or save as a user who may write to it")
      }
    }
    let parts = target.split(separator: "/", omittingEmptySubsequences: false)
    name = String(parts.last!)
    folder = try SaveFolder(parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/")
  }

  /// The path, and where it leads if it is a link.
  package var description: String {
    Paths.target(ofLink: path) == nil ? path.printable : "\(path.printable) (a link to \(target.printable))"
  }
}

/// A folder in which files are saved. It stays the same one if its path changes.
final class SaveFolder: Sendable {
  /// Files with such names remain from a program that was ended while it saved.
  private static let draftPrefix = ".tickle-save-"

  let identity: String
  private let path: String
  let file: OpenFile

  init(_ path: String) throws(SaveFailure) {
    self.path = path
    do throws(Errno) {
      file = try OpenFile(path, .reading, Descriptor.Options(rawValue: O_DIRECTORY))
      identity = try file.status().identity
    } catch { throw SaveFailure("write to", path, error, remedy: error.isMissing ? "create this folder first" : nil) }
    guard Paths.isWritable(path), Paths.isExecutable(path) else {
      throw SaveFailure("write to", path, remedy: "name a file in a folder that you may write to")
    }
  }

  /// Waits up to 5 s for other programs that save here, and removes what they left if they were ended.
  func lock() throws(SaveFailure) {
    var attempts = 250
    while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
      attempts -= 1
      guard Errno.latest == .wouldBlock, attempts > 0 else {
        throw SaveFailure("lock", path, remedy: "another program saves in this folder: try again")
      }
      poll(nil, 0, 20)
    }
    let stale = try? Paths.names(in: path) { $0.hasPrefix(Self.draftPrefix) }
    for name in stale ?? [] { remove(name) }
  }

  func unlock() { _ = flock(file.descriptor, LOCK_UN) }

  /// Waits until the names in the folder are on the disk.
  func sync() throws(SaveFailure) {
    if fsync(file.descriptor) != 0 { throw SaveFailure("sync", path) }
  }

  /// Opens a file; `nil` if there is none.
  func open(_ name: String) throws(SaveFailure) -> OpenFile? {
    let opened = linux_open(file.descriptor, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK, 0)
    if opened < 0, Errno.latest != .noSuchFile { throw SaveFailure("open", path + name) }
    return opened < 0 ? nil : OpenFile(owning: opened)
  }

  /// Creates an empty file with a name of its own.
  func createDraft(permissions: UInt32) throws(SaveFailure) -> (name: String, file: OpenFile) {
    let name = Self.draftPrefix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let opened = linux_open(file.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, permissions)
    guard opened >= 0 else { throw SaveFailure("create", path + name) }
    return (name, OpenFile(owning: opened))
  }

  @discardableResult
  func remove(_ name: String) -> Bool { unlinkat(file.descriptor, name, 0) == 0 }
}
