import Text

struct GestureLine {
  let gesture: String
  let state: String
  /// What tells apart attempts of one gesture that happen at the same time: those on other screens and views.
  let place: String
  /// Seconds since the daemon started.
  let time: Double
  /// The line's members behind its type, as they were written, with the brace at the end.
  private let members: ArraySlice<UInt8>
  private let json: JSONValue

  /// The fields that remain without places. All others are left out, and so are those that a later daemon may add: `location` and
  /// `location_in_view`; `view`, as a gesture may have a view for each key of a keyboard; `value`, a slider's place. Vectors are left out,
  /// too: from a known start, such as an edge, `translation` gives the place, and what it draws may be the pattern of a lock.
  private static let withoutPlaces: Set<String> = [
    "time", "screen", "gesture", "kind", "state", "touches", "taps", "duration", "force", "direction", "edge", "scale",
    "rotation", "velocity", "tickles", "template", "score", "runner_up", "runner_up_score", "presses", "command",
    "strokes", "knocks", "orientation", "step",
  ]

  private static let start = Array("{\"type\":\"gesture\",".utf8)

  /// - Returns: `nil` if the line is not about a gesture.
  init?(_ line: [UInt8], _ json: JSONValue) {
    guard line.starts(with: Self.start), let gesture = json["gesture"]?.string, let state = json["state"]?.string,
      let time = json["time"]?.number
    else { return nil }
    self.gesture = gesture
    self.state = state
    self.time = time
    place = "\(json["screen"]?.string ?? "")\n\(json["view"]?.string ?? "")"
    members = line.dropFirst(Self.start.count)
    self.json = json
  }

  /// What the event is called: the value of the field that says what the gesture was, or else its state.
  func eventType(outcomeField: String?) -> String { outcomeField.flatMap { json[$0]?.string } ?? state }

  /// The event's message: its type, when it happened, and the line's own fields.
  func payload(eventType: String, unix: Double, withPlaces: Bool) -> [UInt8] {
    let own = JSONWriter.object { writer in
      writer.member("event_type", eventType)
      writer.member("timestamp", unix, decimals: 3)
      if !withPlaces { writeWithoutPlaces(to: &writer) }
    }
    return withPlaces ? own.dropLast() + [UInt8(ascii: ",")] + members : own
  }

  private func writeWithoutPlaces(to writer: inout JSONWriter) {
    guard case .object(let fields) = json else { return }
    for field in fields where Self.withoutPlaces.contains(field.name) {
      guard field.value.string != nil || field.value.number != nil else { continue }
      writer.key(field.name)
      if let text = field.value.string { writer.string(text) }
      guard let number = field.value.number else { continue }
      if let whole = Int(exactly: number) { writer.integer(whole) } else { writer.number(number, decimals: 6) }
    }
  }
}
