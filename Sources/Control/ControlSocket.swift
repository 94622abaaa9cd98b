import Configuration
import Program
import Text

/// The sockets on which programs talk to the daemon.
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

  /// The daemon's path of the socket for watchers: unless another one is configured, that of the session or of the system, as the main
  /// socket. With a main socket elsewhere there is none.
  /// - Returns: `nil`: none is wanted, or the system has no folder for it.
  package static func watchPath(of settings: DaemonSettings, beside main: String) -> String? {
    let standard = DaemonSettings()
    if settings.watchRights.isEmpty { return nil }
    if settings.watchSocket != standard.watchSocket { return settings.watchSocket }
    if settings.socket != standard.socket { return nil }
    if main == ofSession { return watchOfSession }
    return systemHasWatchers ? standard.watchSocket : nil
  }

  /// The path of the socket for watchers that a program addresses: the user's own if that is there, otherwise the system's. A system
  /// without one has the main socket only.
  package static var pathToWatch: String {
    let standard = DaemonSettings()
    if let own = watchOfSession, Paths.exists(own) { return own }
    return systemHasWatchers ? standard.watchSocket : pathToDaemon(configured: standard.socket)
  }

  /// Whether there is the folder of the system's socket for watchers, which systemd-tmpfiles makes with the group that may use it.
  private static var systemHasWatchers: Bool { Paths.exists("/run/tickled-watch") }
  private static var ofSession: String? { folder("XDG_RUNTIME_DIR").map { "\($0)/tickled.sock" } }
  private static var watchOfSession: String? { folder("XDG_RUNTIME_DIR").map { "\($0)/tickled-watch.sock" } }

  private static func folder(_ variable: String) -> String? {
    environmentVariable(variable).flatMap { $0.hasPrefix("/") && !$0.contains(":") ? $0 : nil }
  }

  /// Connects to a daemon.
  /// - Throws: the reason why that failed, for example because no daemon is running or this user may not connect.
  package static func connect(to path: String) throws(Errno) -> Int32 { try Sockets.connect(to: path) }
}
