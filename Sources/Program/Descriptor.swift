import CLinux
import Glibc

/// Descriptors of files, pipes and devices. A program that is started inherits none of them, no read or write is ended by a signal, and no
/// terminal that is opened becomes ours.
package enum Descriptor {
  package static var standardInput: Int32 { STDIN_FILENO }
  package static var standardOutput: Int32 { STDOUT_FILENO }
  package static var standardError: Int32 { STDERR_FILENO }

  package enum Access { case reading, writing, both }

  package struct Options: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Neither opening nor a later call waits, for example for the other end of a FIFO.
    package static let nonBlocking = Options(rawValue: O_NONBLOCK)
    /// A symbolic link at the path is an error.
    package static let noFollow = Options(rawValue: O_NOFOLLOW)
    /// Creates the file if there is none.
    package static let create = Options(rawValue: O_CREAT)
    /// Creates the file; one that exists is an error.
    package static let createNew = Options(rawValue: O_CREAT | O_EXCL)
    package static let truncate = Options(rawValue: O_TRUNC)
  }

  /// - Parameter mode: the permissions of a file that is created, without what the umask forbids.
  package static func open(
    _ path: String, _ access: Access, _ options: Options = [], mode: UInt32 = 0o666
  ) throws(Errno) -> Int32 {
    let direction =
      switch access {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .both: O_RDWR
      }
    let flags = direction | options.rawValue | O_CLOEXEC | O_NOCTTY
    return Int32(try Errno.check { Int(linux_open(LINUX_HERE, path, flags, mode)) })
  }

  package static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  /// Makes a pipe. Neither end is non-blocking.
  package static func pipe() throws(Errno) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard linux_pipe(&ends, 0) == 0 else { throw .latest }
    return (ends[0], ends[1])
  }

  package static func setNonBlocking(_ descriptor: Int32) { _ = linux_set_nonblocking(descriptor) }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// - Returns: the number of bytes that were read; 0 at the end.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try Errno.check { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Reads into the bytes, and leaves those after the ones that were read.
  package static func read(_ descriptor: Int32, into bytes: inout [UInt8]) throws(Errno) -> Int {
    let most = bytes.count
    return try Errno.check { Glibc.read(descriptor, &bytes, most) }
  }

  /// Reads what is there, but at most this many bytes; none at the end.
  package static func read(_ descriptor: Int32, most: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = try read(descriptor, into: &bytes)
    bytes.removeSubrange(count...)
    return bytes
  }

  package static func readToEnd(_ descriptor: Int32, limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while bytes.count < limit {
      let most = min(buffer.count, limit - bytes.count)
      let count = try Errno.check { Glibc.read(descriptor, &buffer, most) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// - Returns: the number of bytes that were written, which may be fewer than there are.
  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    try Errno.check { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
  }

  package static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
    try Errno.check { bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } }
  }

  /// What a descriptor is ready for.
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: Int16
    package init(rawValue: Int16) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: Int16(POLLIN))
    package static let writable = Readiness(rawValue: Int16(POLLOUT))
    /// The other end is closed, or there was an error. This is always reported, even if nothing is waited for.
    package static let hungUp = Readiness(rawValue: Int16(POLLHUP | POLLERR))
  }

  /// Waits until a descriptor is ready, a signal comes or the time has passed.
  /// - Parameter milliseconds: the longest time; a negative one: no limit.
  /// - Returns: what it is ready for; empty if it is not.
  package static func wait(
    for events: Readiness, of descriptor: Int32, milliseconds: Int32 = -1
  ) -> Readiness {
    wait(for: events, ofAny: [descriptor], milliseconds: milliseconds)[0]
  }

  /// Waits until one of some descriptors is ready. Negative ones are never.
  package static func wait(
    for events: Readiness, ofAny descriptors: [Int32], milliseconds: Int32 = -1
  ) -> [Readiness] {
    var polled = descriptors.map { pollfd(fd: $0, events: events.rawValue, revents: 0) }
    let count = poll(&polled, nfds_t(polled.count), milliseconds)
    return polled.map { Readiness(rawValue: count > 0 ? $0.revents : 0) }
  }
}

/// A file that is open as long as this object exists.
package final class OpenFile: Sendable {
  package let descriptor: Int32

  /// Opens the file as `Descriptor.open` does.
  package init(
    _ path: String, _ access: Descriptor.Access, _ options: Descriptor.Options = [], mode: UInt32 = 0o666
  ) throws(Errno) {
    descriptor = try Descriptor.open(path, access, options, mode: mode)
  }

  package init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { Descriptor.close(descriptor) }

  package func status() throws(Errno) -> FileStatus { try FileStatus(of: descriptor) }

  package func read(most: Int) throws(Errno) -> [UInt8] { try Descriptor.read(descriptor, most: most) }

  package func readToEnd(limit: Int) throws(Errno) -> [UInt8] { try Descriptor.readToEnd(descriptor, limit: limit) }

  /// Reads from the file's beginning.
  package func readAgain(most: Int) throws(Errno) -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    return try read(most: most)
  }

  /// Writes all bytes, and waits while the reader is slow.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    if !writeAll(bytes, to: descriptor) { throw .latest }
  }
}

/// Writes all bytes, and waits while the reader is slow.
/// - Returns: false if writing failed, for example because the reader is gone or the disk is full; `Errno.latest` has the reason.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    guard let count = try? Descriptor.write(descriptor, rest) else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
