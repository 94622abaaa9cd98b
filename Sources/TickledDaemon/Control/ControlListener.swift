import CLinux
import Glibc
import Program

/// The socket on which clients connect: a path that only the socket's group may open. It never blocks.
final class ControlListener {
  /// How long no connections are accepted after the process has run out of descriptors, in microseconds.
  private static let pause: Int64 = 1_000_000

  let path: String
  let descriptor: Int32
  /// The group whose members may connect.
  let group: gid_t
  /// The time at which connections are accepted again; `nil` if they are accepted now.
  private(set) var resumption: Int64?
  private let loop: EventLoop
  private let log: Log
  private var isListening = false

  /// Opens the socket, and removes one that a killed daemon left.
  init(path: String, loop: EventLoop, log: Log) throws(ControlError) {
    self.path = path
    self.loop = loop
    self.log = log
    guard let address = SocketAddress(path) else {
      throw ControlError(description: "\(path): not a valid path for a socket (1 to 107 bytes)")
    }
    try Self.removeStale(path, address)
    descriptor = socket(AF_UNIX, Self.socketType, 0)
    guard descriptor >= 0 else { throw ControlError("socket", path) }
    let bound = address.withPointer { [descriptor] in bind(descriptor, $0, $1) }
    // Set by chmod, as a command that is started meanwhile would inherit a changed umask. Before listen, no client can connect.
    if bound == 0 { chmod(path, 0o660) }
    var status = stat()
    group = stat(path, &status) == 0 ? status.st_gid : getgid()
    guard bound == 0, listen(descriptor, 64) == 0, loop.watch(descriptor) else { throw ControlError("bind", path) }
    isListening = true
  }

  deinit {
    close(descriptor)
    if isListening { unlink(path) }
  }

  private static let socketType =
    Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

  /// Removes a socket without a listener, which a killed daemon has left.
  private static func removeStale(_ path: String, _ address: SocketAddress) throws(ControlError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ControlError(description: "\(path): exists and is not a socket (remove it, or name another `socket`)")
    }
    let probe = socket(AF_UNIX, socketType, 0)
    defer { close(probe) }
    if address.withPointer({ connect(probe, $0, $1) }) == 0 || errno == EAGAIN {
      throw ControlError(description: "\(path): another tickled is listening there")
    }
    unlink(path)
  }

  /// Accepts a connection.
  /// - Returns: its descriptor; `nil` if there is none, or none can be accepted now.
  func accept() -> Int32? {
    while true {
      let client = linux_accept(descriptor)
      if client >= 0 { return client }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: pause(errno)
      default: break
      }
      return nil
    }
  }

  /// Accepts connections again after a pause.
  func resume(at moment: Int64) {
    guard let resumption, resumption <= moment else { return }
    self.resumption = nil
    loop.watch(descriptor, reading: true, writing: false)
  }

  /// Stops accepting connections for a while, as a connection that cannot be accepted would be reported again and again.
  private func pause(_ error: Int32) {
    log.warning("control socket: accept: \(systemError(error)): clients wait until descriptors are free")
    resumption = linux_monotonic_microseconds() + Self.pause
    loop.watch(descriptor, reading: false, writing: false)
  }
}

/// The reason why the control socket could not be opened.
struct ControlError: Error, CustomStringConvertible {
  let description: String
}

extension ControlError {
  init(_ call: String, _ path: String) {
    let code = errno
    let remedy = code == ENOENT ? " (make its folder, or name another `socket` in [daemon])" : ""
    self.init(description: "\(call) \(path): \(systemError(code))\(remedy)")
  }
}
