import CLinux
import Glibc

/// The program at the other end of a connection to the control socket.
struct ControlPeer {
  let user: uid_t
  /// Whether it belongs to root or to the daemon's user.
  let isPrivileged: Bool
  /// Whether it is a command of an action, in a service that keeps its commands from touches.
  let isConfinedCommand: Bool

  /// Asks the kernel for the user at the other end.
  /// - Returns: `nil` if that user is neither privileged nor in the socket's group.
  init?(of descriptor: Int32, group: gid_t) {
    var process = pid_t()
    var user = uid_t()
    var groups = [gid_t](repeating: 0, count: 1024)
    let count = Int(linux_peer(descriptor, &process, &user, &groups, Int32(groups.count)))
    if count < 1 { return nil }
    self.user = user
    isPrivileged = user == 0 || user == geteuid()
    isConfinedCommand = user == geteuid() && user != 0 && linux_gains_no_privileges() && Self.isInOurService(process)
    guard isPrivileged || groups.prefix(count).contains(group) else { return nil }
  }

  /// Whether a process is in this process's control group, to which systemd adds all that a service starts. A process that has ended counts
  /// as one that is.
  private static func isInOurService(_ process: pid_t) -> Bool {
    let other = controlGroup("\(process)")
    return other.isEmpty || other == controlGroup("self")
  }

  private static func controlGroup(_ process: String) -> [UInt8] {
    let file = open("/proc/\(process)/cgroup", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 4096)
    return Array(text.prefix(max(0, read(file, &text, text.count))))
  }
}
