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
  func payload(eventType: String, unix: Double) -> [UInt8] {
    let own = JSONWriter.object { writer in
      writer.member("event_type", eventType)
      writer.member("timestamp", unix, decimals: 3)
    }
    return own.dropLast() + [UInt8(ascii: ",")] + members
  }
}
