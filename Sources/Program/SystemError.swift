import Glibc

/// Returns the system's words for an error: "Permission denied".
package func systemError(_ code: Int32 = Errno.latest) -> String { String(cString: strerror(code)) }

/// The numbers of the system's errors, with the names that swift-system gives them.
package enum Errno {
  /// The error of this thread's latest call that failed; another call may change it.
  package static var latest: Int32 { errno }

  package static var deviceBusy: Int32 { EBUSY }
  package static var inputOutput: Int32 { EIO }
  package static var invalidArgument: Int32 { EINVAL }
  package static var inappropriateCall: Int32 { ENOTTY }
  package static var noBufferSpace: Int32 { ENOBUFS }
  package static var noMemory: Int32 { ENOMEM }
  package static var noSpace: Int32 { ENOSPC }
  package static var noSuchDevice: Int32 { ENODEV }
  package static var noSuchDeviceOrAddress: Int32 { ENXIO }
  package static var noSuchFile: Int32 { ENOENT }
  package static var notDirectory: Int32 { ENOTDIR }
  package static var notPermitted: Int32 { EPERM }
  package static var permissionDenied: Int32 { EACCES }
  package static var readOnlyFileSystem: Int32 { EROFS }
  package static var tooManyOpenFiles: Int32 { EMFILE }
}
