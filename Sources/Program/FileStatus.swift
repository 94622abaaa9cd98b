import CLinux
import Glibc

/// What the system knows about a file, a folder or a node.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable { case file, folder, pipe, socket, characterDevice, other }

  package let kind: Kind
  /// The last twelve bits of the mode.
  package let permissions: UInt32
  package let owner: UInt32
  package let group: UInt32
  package let size: Int
  /// The time of the last change of the contents, in nanoseconds since 1970.
  package let changed: Int64
  /// The device's and the file's number, as the journal writes them: `8:123`.
  package let identity: String

  /// - Parameter followsLinks: whether it is that of where a link leads.
  package init(of path: String, followsLinks: Bool = true) throws(Errno) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { throw .latest }
    self.init(status)
  }

  package init(of descriptor: Int32) throws(Errno) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .latest }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch linux_kind_of(status.st_mode) {
      case LINUX_FILE: .file
      case LINUX_FOLDER: .folder
      case LINUX_PIPE: .pipe
      case LINUX_SOCKET: .socket
      case LINUX_CHARACTER_DEVICE: .characterDevice
      default: .other
      }
    permissions = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
    size = Int(status.st_size)
    changed = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    identity = "\(status.st_dev):\(status.st_ino)"
  }
}
