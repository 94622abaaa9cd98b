import Glibc

/// Reports changes of the permissions of nodes in a folder. udev does not report them: logind gives a session access to its
/// devices by an ACL, and administrators use chmod.
final class AccessWatch {
  /// Readable after a change.
  let fileDescriptor: Int32

  /// - Returns: `nil`, with errno set, if the folder cannot be watched.
  init?(folder: String) {
    fileDescriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard fileDescriptor >= 0 else { return nil }
    // The folder is watched, as a node without read permission cannot be watched.
    if inotify_add_watch(fileDescriptor, folder, UInt32(IN_ATTRIB)) < 0 { return nil }
  }

  deinit { if fileDescriptor >= 0 { close(fileDescriptor) } }

  /// Discards the changes that have been reported.
  func clear() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(fileDescriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
