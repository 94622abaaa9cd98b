import Configuration
import Program

/// The socket on which the tool talks to the daemon.
package enum ControlSocket {
  /// The daemon's path of the socket. Unless another one is configured, it is in the folder that the service manager made for the service,
  /// or in the user's runtime folder if the user may not write to the system's.
  package static func path(configured: String) -> String {
    guard configured == DaemonSettings().socket else { return configured }
    if let service = folder("RUNTIME_DIRECTORY") { return "\(service)/tickled.sock" }
    if UserAccount.ownID != 0, !Paths.isWritable("/run/tickled"), let own = ofSession { return own }
    return configured
  }

  /// The path of the daemon that a tool addresses: the user's own if one is running, otherwise the system's.
  package static func pathToDaemon(configured: String) -> String {
    let path = path(configured: configured)
    return path == ofSession && !Paths.exists(path) ? configured : path
  }

  private static var ofSession: String? { folder("XDG_RUNTIME_DIR").map { "\($0)/tickled.sock" } }

  private static func folder(_ variable: String) -> String? {
    environmentVariable(variable).flatMap { $0.hasPrefix("/") && !$0.contains(":") ? $0 : nil }
  }

  /// Connects to a daemon.
  /// - Throws: the reason why that failed, for example because no daemon is running or this user may not connect.
  package static func connect(to path: String) throws(Errno) -> Int32 { try Sockets.connect(to: path) }
}
