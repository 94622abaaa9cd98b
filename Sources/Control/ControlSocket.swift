import CLinux
import Configuration
import Glibc
import Program

/// The socket on which the tool talks to the daemon.
package enum ControlSocket {
  /// The daemon's path of the socket. Unless another one is configured, it is in the folder that the service manager made for the service,
  /// or in the user's runtime folder if the user may not write to the system's.
  package static func path(configured: String) -> String {
    guard configured == DaemonSettings().socket else { return configured }
    if let service = folder("RUNTIME_DIRECTORY") { return "\(service)/tickled.sock" }
    if geteuid() != 0, access("/run/tickled", W_OK) != 0, let own = ofSession { return own }
    return configured
  }

  /// The path of the daemon that a tool addresses: the user's own if one is running, otherwise the system's.
  package static func pathToDaemon(configured: String) -> String {
    let path = path(configured: configured)
    return path == ofSession && access(path, F_OK) != 0 ? configured : path
  }

  private static var ofSession: String? { folder("XDG_RUNTIME_DIR").map { "\($0)/tickled.sock" } }

  private static func folder(_ variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") && !$0.contains(":") ? $0 : nil }
  }

  /// - Returns: the connected descriptor; `nil`, with errno set, if no daemon is running or this user may not connect.
  package static func connect(to path: String) -> Int32? {
    guard let address = SocketAddress(path) else {
      errno = ENAMETOOLONG
      return nil
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    if address.withPointer({ Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
    let code = errno
    close(descriptor)
    errno = code
    return nil
  }
}
