import Glibc

/// Reports changes of files and in folders (inotify). It never waits.
package final class ChangeWatch {
  package enum Changes {
    /// Files that appear in a folder, are replaced, written or removed; and the end of the folder itself.
    case inFolder
    /// Changes of a file's content or permissions; and its end.
    case ofFile
    /// Changes of the permissions of the files in a folder.
    case ofPermissions

    fileprivate var mask: UInt32 {
      let mask =
        switch self {
        case .inFolder:
          IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
        case .ofFile: IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
        case .ofPermissions: IN_ATTRIB
        }
      return UInt32(mask)
    }
  }

  /// Readable when something has changed.
  package let fileDescriptor: Int32

  package init() throws(Errno) {
    fileDescriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    if fileDescriptor < 0 { throw .latest }
  }

  deinit { if fileDescriptor >= 0 { Descriptor.close(fileDescriptor) } }

  /// Watches what is at a path, instead of how it was watched before.
  /// - Returns: the watch's number, which is the same for the same file or folder.
  package func add(_ path: String, _ changes: Changes) throws(Errno) -> Int32 {
    let watch = inotify_add_watch(fileDescriptor, path, changes.mask)
    if watch < 0 { throw .latest }
    return watch
  }

  /// Reads all changes that have been reported.
  /// - Parameter body: called with the number of a watch, and the name in its folder; `nil` for the file or folder itself. A number that no
  ///   watch has stands for changes that were lost.
  package func read(_ body: (_ watch: Int32, _ name: String?) -> Void) {
    let head = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while let count = try? Descriptor.read(fileDescriptor, into: buffer), count > 0 {
        let events = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        var offset = 0
        while offset + head <= count {
          let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let end = offset + head + Int(event.len)
          let name = events[(offset + head)..<min(count, end)].prefix { $0 != 0 }
          body(event.wd, name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
          offset = end
        }
      }
    }
  }
}
