import CTouchInput
import Program
import Text

/// The permissions of a device's node.
package struct NodeAccess: Sendable {
  package let owner: String
  package let group: String
  /// The octal mode, such as `0660`.
  package let mode: String
  /// The users and groups that may read it, besides root and processes with CAP_DAC_OVERRIDE: `group touchscreen`, `user anna`,
  /// `all users`.
  package let readers: [String]

  /// `nil` if the node does not exist.
  package init?(node: String) {
    guard let status = try? FileStatus(of: node) else { return nil }
    owner = Self.name(ofUser: status.owner)
    group = Self.name(ofGroup: status.group)
    let bits = status.permissions
    mode = padded(String(bits, radix: 8), to: 4, with: "0")
    let list = Self.accessList(of: node)
    var readers: [String] = []
    if bits & 0o400 != 0, status.owner != 0 { readers.append("user \(owner)") }
    // With an access control list, the mode's middle digit is the list's mask, not the permissions of the group.
    if list.isEmpty ? bits & 0o040 != 0 : list.contains(.group(nil)) { readers.append("group \(group)") }
    for reader in list {
      switch reader {
      case .user(let id): readers.append("user \(Self.name(ofUser: id))")
      case .group(let id?): readers.append("group \(Self.name(ofGroup: id))")
      case .group(nil): break
      }
    }
    if bits & 0o004 != 0 { readers.append("all users") }
    self.readers = readers
  }

  private enum Reader: Equatable {
    case user(UInt32)
    /// `nil` stands for the node's own group.
    case group(UInt32?)
  }

  /// Returns the users and groups that may read according to the node's access control list, through which logind admits the user at
  /// the seat; empty if there is none. Reads version 2 of the kernel's format: entries of a tag, permissions and an id.
  private static func accessList(of node: String) -> [Reader] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = ti_access_list(node, &bytes, bytes.count)
    guard count >= 4, (count - 4) % 8 == 0 else { return [] }
    func number(_ at: Int, _ size: Int) -> UInt32 { (0..<size).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * $1) } }
    guard number(0, 4) == 2 else { return [] }
    let entries = stride(from: 4, to: count, by: 8).map { (number($0, 2), number($0 + 2, 2), number($0 + 4, 4)) }
    let mask = entries.first { $0.0 == 0x10 }?.1 ?? 7
    return entries.compactMap { tag, permissions, id in
      guard permissions & mask & 4 != 0 else { return nil }
      switch tag {
      case 0x02: return .user(id)
      case 0x04: return .group(nil)
      case 0x08: return .group(id)
      default: return nil
      }
    }
  }

  private static func name(ofUser id: UInt32) -> String {
    UserAccount.with(id: id)?.name.printable ?? "\(id)"
  }

  private static func name(ofGroup id: UInt32) -> String {
    UserAccount.nameOfGroup(id)?.printable ?? "\(id)"
  }
}
