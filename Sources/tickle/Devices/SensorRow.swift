import Text
import TouchInput

/// What `tickle devices` shows about an accelerometer.
struct SensorRow: InputRow {
  static let head = ["NODE", "NAME", "KIND", "READ BY", "READ AS", "RATE"]

  private let found: DiscoveredDevice
  private let access: NodeAccess?
  private let outlook: MotionSensor.Outlook

  init(_ found: DiscoveredDevice) {
    self.found = found
    access = NodeAccess(node: found.node)
    outlook = MotionSensor.outlook(for: found)
  }

  /// The node, or, for a sensor without one, its folder.
  private var place: String { found.node.isEmpty ? found.syspath.printable : found.node }

  private var method: String { outlook.method.rawValue + (outlook.note.map { " (\($0))" } ?? "") }

  var cells: [String] {
    let rate = outlook.rate.map { "\(Decimal.fixed($0, decimals: 0)) Hz" } ?? "unknown"
    return [
      place, found.name.printable, "accelerometer", outlook.method == .polled ? "all users" : NodeAccess.cell(access),
      method, rate,
    ]
  }

  var json: String {
    JSONWriter.text { writer in
      writer.member("node", place)
      writer.member("name", found.name.printable)
      writer.member("kind", "accelerometer")
      writer.member("method", outlook.method.rawValue)
      if let rate = outlook.rate { writer.member("rate", rate, decimals: 1) }
      if let note = outlook.note { writer.member("note", note) }
      access?.write(to: &writer)
    }
  }
}
