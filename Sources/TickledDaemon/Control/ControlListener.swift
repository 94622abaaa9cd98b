import CLinux
import Configuration
import Program

/// A socket on which clients connect: a path that only the socket's group may open. It never blocks.
final class ControlListener {
  /// How long no connections are accepted after the process has run out of descriptors, in microseconds.
  private static let pause: Int64 = 1_000_000

  let path: String
  let descriptor: Int32
  /// The group whose members may connect.
  let group: UInt32
  /// What its clients may do.
  let rights: Set<SocketRight>
  /// Whether it is the socket on which everything is allowed.
  let allowsAll: Bool
  /// The time at which connections are accepted again; `nil` if they are accepted now.
  private(set) var resumption: Int64?
  private let loop: EventLoop
  private let log: Log
  private var isListening = false

  /// Opens the socket, and removes one that a killed daemon left.
  /// - Parameter rights: what its clients may do; `nil`: everything.
  init(path: String, rights: Set<SocketRight>? = nil, loop: EventLoop, log: Log) throws(ControlError) {
    self.path = path
    self.rights = rights ?? Set(SocketRight.allCases)
    allowsAll = rights == nil
    self.loop = loop
    self.log = log
    try Self.removeStale(path)
    do throws(Errno) {
      descriptor = try Sockets.bind(to: path)
    } catch { throw ControlError("bind", path, error) }
    // Set by chmod, as a command that is started meanwhile would inherit a changed umask. Before listen, no client can connect.
    Paths.setPermissions(of: path, to: 0o660)
    group = (try? FileStatus(of: path))?.group ?? UserAccount.ownGroup
    do throws(Errno) {
      try Sockets.listen(descriptor, most: 64)
      if !loop.watch(descriptor) { throw .latest }
    } catch { throw ControlError("listen", path, error) }
    isListening = true
  }

  deinit {
    Descriptor.close(descriptor)
    if isListening { Paths.remove(path) }
  }

  /// Removes a socket without a listener, which a killed daemon has left.
  private static func removeStale(_ path: String) throws(ControlError) {
    guard let status = try? FileStatus(of: path, followsLinks: false) else { return }
    guard status.kind == .socket else {
      throw ControlError(description: "\(path): exists and is not a socket (remove it, or name another `socket`)")
    }
    let hasListener: Bool
    do throws(Errno) {
      Descriptor.close(try Sockets.connect(to: path, waits: false))
      hasListener = true
    } catch { hasListener = error == .wouldBlock }
    if hasListener { throw ControlError(description: "\(path): another tickled is listening there") }
    Paths.remove(path)
  }

  /// Accepts a connection.
  /// - Returns: its descriptor; `nil` if there is none, or none can be accepted now.
  func accept() -> Int32? {
    while true {
      let client = linux_accept(descriptor)
      if client >= 0 { return client }
      let error = Errno.latest
      switch error {
      case .interrupted, .connectionAborted: continue
      case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noBufferSpace, .noMemory: pause(error)
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
  private func pause(_ error: Errno) {
    log.warning("control socket: accept: \(error): clients wait until descriptors are free")
    resumption = linux_monotonic_microseconds() + Self.pause
    loop.watch(descriptor, reading: false, writing: false)
  }
}

/// The reason why the control socket could not be opened.
struct ControlError: Error, CustomStringConvertible {
  let description: String
}

extension ControlError {
  init(_ call: String, _ path: String, _ error: Errno) {
    let remedy =
      switch error {
      case .noSuchFile: " (make its folder, or name another `socket` in [daemon])"
      case .fileNameTooLong: " (its path must have 1 to 107 bytes)"
      default: ""
      }
    self.init(description: "\(call) \(path): \(error)\(remedy)")
  }
}
