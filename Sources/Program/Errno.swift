import CLinux
import Glibc
import Text

/// An error of the system, by its number. The values have the names that swift-system gives them.
package struct Errno: RawRepresentable, Error, Hashable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The error of this thread's latest call that failed; another call may change it.
  package static var latest: Errno { Errno(rawValue: linux_errno()) }
  /// Forgets that error, before a call that may fail without one.
  package static func clearLatest() { linux_set_errno(0) }

  /// The system's words: "Permission denied".
  package var description: String { String(cString: strerror(rawValue)) }

  /// Whether this user or process may not do it, which a group or another user can change.
  package var isPermission: Bool { self == .permissionDenied || self == .notPermitted }
  /// Whether nothing is at a path.
  package var isMissing: Bool { self == .noSuchFile || self == .notDirectory }

  package static let connectionAborted = Errno(rawValue: ECONNABORTED)
  package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
  package static let connectionReset = Errno(rawValue: ECONNRESET)
  package static let badFileDescriptor = Errno(rawValue: EBADF)
  package static let brokenPipe = Errno(rawValue: EPIPE)
  package static let deviceBusy = Errno(rawValue: EBUSY)
  package static let fileExists = Errno(rawValue: EEXIST)
  package static let fileNameTooLong = Errno(rawValue: ENAMETOOLONG)
  package static let hostUnreachable = Errno(rawValue: EHOSTUNREACH)
  package static let inappropriateCall = Errno(rawValue: ENOTTY)
  package static let inputOutput = Errno(rawValue: EIO)
  package static let interrupted = Errno(rawValue: EINTR)
  package static let invalidArgument = Errno(rawValue: EINVAL)
  package static let isDirectory = Errno(rawValue: EISDIR)
  package static let networkUnreachable = Errno(rawValue: ENETUNREACH)
  package static let noBufferSpace = Errno(rawValue: ENOBUFS)
  package static let noMemory = Errno(rawValue: ENOMEM)
  package static let noSpace = Errno(rawValue: ENOSPC)
  package static let noSuchDevice = Errno(rawValue: ENODEV)
  package static let noSuchDeviceOrAddress = Errno(rawValue: ENXIO)
  package static let noSuchFile = Errno(rawValue: ENOENT)
  package static let notDirectory = Errno(rawValue: ENOTDIR)
  package static let noSuchProcess = Errno(rawValue: ESRCH)
  package static let notPermitted = Errno(rawValue: EPERM)
  package static let permissionDenied = Errno(rawValue: EACCES)
  package static let readOnlyFileSystem = Errno(rawValue: EROFS)
  package static let timedOut = Errno(rawValue: ETIMEDOUT)
  package static let tooManyOpenFiles = Errno(rawValue: EMFILE)
  package static let tooManyOpenFilesInSystem = Errno(rawValue: ENFILE)
  package static let wouldBlock = Errno(rawValue: EAGAIN)

  /// Calls a function of the system, again and again as long as a signal interrupts it.
  /// - Parameter call: returns a negative number if it fails.
  static func check(_ call: () -> Int) throws(Errno) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      let error = latest
      if error != .interrupted { throw error }
    }
  }
}

/// A call of the system that failed, with its object, which is mostly a path.
package struct SystemFailure: Error, Hashable, CustomStringConvertible {
  package let call: String
  package let object: String
  package let error: Errno

  package init(_ call: String, _ object: String, _ error: Errno) {
    (self.call, self.object, self.error) = (call, object, error)
  }

  /// "open /dev/uinput: Permission denied"
  package var description: String { "\(call) \(object.printable): \(error)" }
}
