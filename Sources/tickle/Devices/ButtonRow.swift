import CLinux
import Program
import Text
import TouchInput

/// What `tickle devices` shows about a device with keys or switches.
struct ButtonRow: InputRow {
  static let head = ["NODE", "NAME", "KIND", "READ BY", "KEYS AND SWITCHES"]
  /// The most names in a cell; the keys of a media keyboard are about a hundred.
  private static let mostNames = 12

  private enum Kind: String { case remote, buttons, switches, keyboard }

  private let found: DiscoveredDevice
  private let kind: Kind
  private let access: NodeAccess?
  private let keys: [String]
  private let switches: [String]
  /// The reason why its keys and switches cannot be used; `nil` if they can.
  private let objection: String?

  /// `nil` for a device without keys and switches, one that points, and one that tickled made.
  init?(_ found: DiscoveredDevice) {
    if found.codes.isEmpty || found.traits.contains(.pointing) || found.isMadeByTickled { return nil }
    self.found = found
    access = NodeAccess(node: found.node)
    let names = Self.names(of: found.codes)
    keys = names.keys
    switches = names.switches
    let refusal = found.objectionToButtons(isNamed: false)
    kind =
      found.traits.contains(.keyboard)
      ? .keyboard : found.traits.contains(.remote) ? .remote : names.keys.isEmpty ? .switches : .buttons
    if let refusal {
      objection = "not used: \(refusal)"
    } else if !Paths.isReadable(found.node) {
      objection =
        Errno.latest == .permissionDenied
        ? "not readable: join the group \(ButtonDevice.group)" : Errno.latest.description
    } else {
      objection = nil
    }
  }

  var cells: [String] {
    let names = keys + switches
    let more = names.count - Self.mostNames
    let list = names.prefix(Self.mostNames).joined(separator: " ") + (more > 0 ? " and \(more) more" : "")
    return [
      found.node, found.name.printable, kind.rawValue, NodeAccess.cell(access),
      objection.map { kind == .keyboard ? $0 : "\(list) (\($0))" } ?? list,
    ]
  }

  var json: String {
    JSONWriter.text { writer in
      writer.member("node", found.node)
      writer.member("name", found.name.printable)
      writer.member("kind", kind.rawValue)
      writer.member("keys", keys)
      writer.member("switches", switches)
      if let objection { writer.member("objection", objection) }
      access?.write(to: &writer)
    }
  }

  /// Returns the names of codes, in the order of the codes: those of the action `key`, or the kernel's for what it cannot press.
  private static func names(of codes: Set<EventCode>) -> (keys: [String], switches: [String]) {
    var keys: [(UInt16, String)] = []
    var switches: [(UInt16, String)] = []
    for code in codes {
      switch code {
      case .key(let key): keys.append((key, keyNames[key] ?? code.name))
      case .switch(let number): switches.append((number, code.switchName))
      }
    }
    return (keys.sorted { $0.0 < $1.0 }.map(\.1), switches.sorted { $0.0 < $1.0 }.map(\.1))
  }

  /// The name of each key; the kernel's own one of those that have several, which is what evtest shows.
  private static let keyNames: [UInt16: String] = {
    var count: Int32 = 0
    var names: [UInt16: String] = [:]
    for key in UnsafeBufferPointer(start: linux_keys(&count), count: Int(count)) {
      let name = String(cString: key.name), code = UInt16(key.code)
      if names[code] == nil || EventCode.key(code).name.lowercased() == "key_\(name)" { names[code] = name }
    }
    return names
  }()
}

extension EventCode {
  /// The name of a switch as configurations have it: `tablet-mode` for `SW_TABLET_MODE`.
  fileprivate var switchName: String {
    guard name.hasPrefix("SW_") else { return name }
    return String(name.dropFirst(3).lowercased().map { $0 == "_" ? "-" : $0 })
  }
}
