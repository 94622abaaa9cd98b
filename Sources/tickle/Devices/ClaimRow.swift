import Configuration
import Text
import TouchInput

/// What `tickle devices` shows about a device that claims to be something else than a touchscreen, and is one if the user names it.
struct ClaimRow: InputRow {
  static let head = ["NODE", "NAME", "NOT READ", "TO READ IT"]

  private let found: DiscoveredDevice
  private let why: String
  private let access: NodeAccess?

  init(_ found: DiscoveredDevice, _ why: String) {
    self.found = found
    self.why = why
    access = NodeAccess(node: found.node)
  }

  private var line: String { DeviceMatch.line(naming: found).printable }

  var cells: [String] { [found.node, found.name.printable, why, "[[screen]] \(line)"] }

  var json: String {
    JSONWriter.text { writer in
      writer.member("node", found.node)
      writer.member("name", found.name.printable)
      writer.member("kind", "refused")
      writer.member("objection", why)
      writer.member("match", line)
      access?.write(to: &writer)
    }
  }
}
