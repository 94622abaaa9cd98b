import Glibc

package struct UserAccount: Sendable {
  package let id: UInt32
  package let group: UInt32
  package let name: String
  package let home: String
  package let shell: String

  private init(_ record: passwd) {
    id = record.pw_uid
    group = record.pw_gid
    name = String(cString: record.pw_name)
    home = String(cString: record.pw_dir)
    shell = String(cString: record.pw_shell)
  }

  /// Finds a user by the name; `nil` if there is none.
  package static func named(_ name: String) throws(Errno) -> UserAccount? {
    try find { getpwnam_r(name, $0, $1, $2, $3) }
  }

  /// Finds a user by the number; `nil` if there is none, or if the accounts can't be read.
  package static func with(id: UInt32) -> UserAccount? { try? find { getpwuid_r(id, $0, $1, $2, $3) } }

  private static func find(
    _ call: (
      UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
      UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32
  ) throws(Errno) -> UserAccount? {
    var record = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var strings = [CChar](repeating: 0, count: 16 * 1024)
    let error = call(&record, &strings, strings.count, &found)
    if let found { return UserAccount(found.pointee) }
    if error == 0 { return nil }
    throw Errno(rawValue: error)
  }

  /// The user and the group whose rights this process has.
  package static var ownID: UInt32 { geteuid() }
  package static var ownGroup: UInt32 { getgid() }

  package static func nameOfGroup(_ id: UInt32) -> String? {
    getgrgid(id).map { String(cString: $0.pointee.gr_name) }
  }
}
