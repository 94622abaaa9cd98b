import Glibc

/// Tells when somebody changes who may open the nodes of a folder. udev has no news of that: logind gives a session its
/// devices by an ACL, and people use chmod.
final class AccessWatch {
  /// Readable when there was a change.
  let fileDescriptor: Int32

  /// - Returns: `nil` where the folder cannot be watched; then errno tells.
  init?(folder: String) {
    fileDescriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard fileDescriptor >= 0 else { return nil }
    // The folder, as a node that may not be read may not be watched either.
    if inotify_add_watch(fileDescriptor, folder, UInt32(IN_ATTRIB)) < 0 { return nil }
  }

  deinit { if fileDescriptor >= 0 { close(fileDescriptor) } }

  /// Takes back every change so far.
  func clear() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(fileDescriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
