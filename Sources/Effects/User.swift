import CLinux
import Program

/// The user that a command runs as.
struct User {
  private let account: UserAccount
  private var groups: [UInt32]

  init(named name: String) throws(SpawnError) {
    guard UserAccount.ownID == 0 else {
      throw SpawnError(reason: "only a daemon that runs as root can start it as \(name) (leave \"user\" out)")
    }
    let found: UserAccount?
    do throws(Errno) {
      found = try UserAccount.named(name)
    } catch { throw SpawnError(reason: "user \(name): \(error)") }
    guard let found else { throw SpawnError(reason: "user \(name): no such user") }
    account = found
    groups = [UInt32](repeating: 0, count: 1024)
    let count = linux_groups_of(found.name, found.group, &groups, Int32(groups.count))
    guard count > 0 else { throw SpawnError(reason: "user \(name): in more than \(groups.count) groups") }
    groups.removeSubrange(Int(count)...)
  }

  func put(in environment: inout CStrings) {
    environment.append("USER=\(account.name)")
    environment.append("LOGNAME=\(account.name)")
    environment.append("HOME=\(account.home)")
    environment.append("SHELL=\(account.shell)")
  }

  /// Calls `body` with the rights of this user.
  func with<Result>(_ rights: linux_rights, _ body: (linux_rights) -> Result) -> Result {
    groups.withUnsafeBufferPointer { groups in
      var rights = rights
      rights.changes_user = true
      rights.user = account.id
      rights.group = account.group
      rights.groups = groups.baseAddress
      rights.group_count = groups.count
      return body(rights)
    }
  }
}
