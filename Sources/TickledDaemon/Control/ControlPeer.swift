import CLinux
import Program

/// The program at the other end of a connection to the control socket.
struct ControlPeer {
  let user: UInt32
  /// Whether it belongs to root or to the daemon's user, and has connected to the socket on which everything is allowed.
  let isPrivileged: Bool
  /// Whether it is a command of an action, in a service that keeps its commands from touches.
  let isConfinedCommand: Bool

  /// Asks the kernel for the user at the other end.
  /// - Returns: `nil` if that user is neither root, nor the daemon's, nor in the socket's group.
  init?(of descriptor: Int32, at listener: ControlListener) {
    var process: Int32 = 0
    var user: UInt32 = 0
    var groups = [UInt32](repeating: 0, count: 1024)
    let count = Int(linux_peer(descriptor, &process, &user, &groups, Int32(groups.count)))
    if count < 1 { return nil }
    self.user = user
    let isOwner = user == 0 || user == UserAccount.ownID
    isPrivileged = isOwner && listener.allowsAll
    isConfinedCommand =
      user == UserAccount.ownID && user != 0 && linux_gains_no_privileges() && Self.isInOurService(process)
    guard isOwner || groups.prefix(count).contains(listener.group) else { return nil }
  }

  /// Whether a process is in this process's control group, to which systemd adds all that a service starts. A process that has ended counts
  /// as one that is.
  private static func isInOurService(_ process: pid_t) -> Bool {
    let other = controlGroup("\(process)")
    return other.isEmpty || other == controlGroup("self")
  }

  private static func controlGroup(_ process: String) -> [UInt8] {
    SmallFiles.head(of: "/proc/\(process)/cgroup", limit: 4096) ?? []
  }
}
