import CLinux
import Glibc
import Program

/// The user that a command runs as.
struct User {
  private let id: uid_t
  private let group: gid_t
  private var groups: [gid_t]
  private let name: String
  private let home: String
  private let shell: String

  init(named name: String) throws(SpawnError) {
    guard geteuid() == 0 else {
      throw SpawnError(reason: "only a daemon that runs as root can start it as \(name) (leave \"user\" out)")
    }
    var record = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var strings = [CChar](repeating: 0, count: 16 * 1024)
    let error = getpwnam_r(name, &record, &strings, strings.count, &found)
    guard let found = found?.pointee else {
      throw SpawnError(reason: "user \(name): \(error == 0 ? "no such user" : systemError(error))")
    }
    self.name = String(cString: found.pw_name)
    id = found.pw_uid
    group = found.pw_gid
    home = String(cString: found.pw_dir)
    shell = String(cString: found.pw_shell)
    groups = [gid_t](repeating: 0, count: 1024)
    let count = linux_groups_of(found.pw_name, found.pw_gid, &groups, Int32(groups.count))
    guard count > 0 else { throw SpawnError(reason: "user \(name): in more than \(groups.count) groups") }
    groups.removeSubrange(Int(count)...)
  }

  func put(in environment: inout Environment) {
    environment.set("USER", name)
    environment.set("LOGNAME", name)
    environment.set("HOME", home)
    environment.set("SHELL", shell)
  }

  /// Calls `body` with the rights of this user.
  func with<Result>(_ rights: linux_rights, _ body: (linux_rights) -> Result) -> Result {
    groups.withUnsafeBufferPointer { groups in
      var rights = rights
      rights.changes_user = true
      rights.user = id
      rights.group = group
      rights.groups = groups.baseAddress
      rights.group_count = groups.count
      return body(rights)
    }
  }
}
