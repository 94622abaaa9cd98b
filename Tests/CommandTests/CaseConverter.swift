/// Converts a case to a configuration and a recording.
///
/// The panel has 65536 units per pixel of the case, so that rounding doesn't affect angles. Lengths in pixels are divided by the
/// case's pixels per millimetre.
struct CaseConverter {
  /// The name of the screen and of its root view; no case has a view with this name.
  static let screen = "surface"
  private static let unitsPerPixel = 65536.0

  private let json: JSON
  private let scale: Double

  init(_ json: JSON) {
    self.json = json
    scale = json["surface"]["px_per_mm"].double!
  }

  private var width: Double { json["surface"]["width"].double! }
  private var height: Double { json["surface"]["height"].double! }

  // MARK: Configuration

  var configuration: String {
    let screen =
      "[[screen]]\nname = \"\(Self.screen)\"\nrecognition = \"uikit\"\nsize = [\(length(width)), \(length(height))]\n"
    return screen + views.map(view).joined() + json["recognizers"].array.map(gesture).joined()
  }

  private var views: [JSON] {
    let views = json["views"].array
    return views.isEmpty ? [JSON(["id": "root"])] : views
  }

  private func view(_ view: JSON) -> String {
    var lines = ["[[view]]", "name = \"\(view["id"].string!)\""]
    let rect = view["rect"].array.map { length($0.double!) }
    if !rect.isEmpty {
      lines.append("frame = { x = \(rect[0]), y = \(rect[1]), width = \(rect[2]), height = \(rect[3]) }")
    }
    add("parent", view["parent"].string.map(quoted), to: &lines)
    add("hidden", view["hidden"].bool, to: &lines)
    add("enabled", view["enabled"].bool, to: &lines)
    add("alpha", view["alpha"].double, to: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  private func gesture(_ recognizer: JSON) -> String {
    let kind = recognizer["kind"].string!
    let params = recognizer["params"]
    var lines = [
      "[[gesture]]", "name = \"\(recognizer["id"].string!)\"",
      "kind = \"\(kind.split(separator: "_").joined(separator: "-"))\"",
      "view = \"\(recognizer["view"].string ?? views[0]["id"].string!)\"",
    ]
    for (theirs, ours) in Self.switches { add(ours, recognizer[theirs].bool, to: &lines) }
    for (theirs, ours) in Self.relations where recognizer[theirs].exists {
      let names = recognizer[theirs].strings
      add(ours, names == ["*"] ? "\"all\"" : list(names), to: &lines)
    }
    for key in params.keys { lines.append(parameter(key, of: kind, params[key])) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let switches = [
    ("enabled", "enabled"), ("cancels_touches_in_view", "cancels_touches"),
    ("delays_touches_began", "delays_touches_began"), ("delays_touches_ended", "delays_touches_ended"),
  ]

  private static let relations = [
    ("require_fail", "requires_failure_of"), ("should_require_failure_of", "requires_failure_of"),
    ("should_be_required_to_fail_by", "required_to_fail_by"), ("simultaneous_with", "simultaneous_with"),
    ("cannot_prevent", "does_not_prevent"), ("cannot_be_prevented_by", "not_prevented_by"),
    ("ignore_touches_in", "ignores_touches_in"),
  ]

  private func parameter(_ key: String, of kind: String, _ value: JSON) -> String {
    let time = value.double.map { "\"\($0)ms\"" } ?? "\"none\""
    switch (key, kind) {
    case ("taps", _): return "taps = \(value.int!)"
    case ("touches", _): return "fingers = \(value.int!)"
    case ("max_duration_ms", _): return "max_duration = \(time)"
    case ("max_interval_ms", _): return "max_interval = \(time)"
    case ("min_interval_ms", _): return "min_interval = \(time)"
    case ("min_duration_ms", _): return "min_duration = \(time)"
    case ("max_movement", _): return "movement = \(length(value.double!))"
    case ("max_tap_distance", _): return "max_distance = \(length(value.double!))"
    case ("min_touches", _): return "min_fingers = \(value.int!)"
    case ("max_touches", _): return "max_fingers = \(value.int!)"
    case ("slop", _): return "threshold = \(length(value.double!))"
    case ("slop_rad", _): return "threshold = \"\(value.double!)rad\""
    case ("compensate", _): return "compensate = \(value.bool!)"
    case ("direction", "pan"): return "axis = \"\(value.string!)\""
    case ("direction", _): return "direction = \(list(value.strings))"
    case ("edge", _): return "edges = \(list(value.strings))"
    case ("edge_size", _): return "width = \(length(value.double!))"
    case ("min_distance", _): return "min_distance = \(length(value.double!))"
    case ("max_angle_deg", _): return "max_angle = \"\(value.double!)deg\""
    default: return "# no word for \(key)\n\(key) = \"?\""  // The tool rejects it, so the test fails.
    }
  }

  private func add<T>(_ key: String, _ value: T?, to lines: inout [String]) {
    if let value { lines.append("\(key) = \(value)") }
  }

  private func length(_ pixels: Double) -> String { "\"\(pixels / scale)mm\"" }
  private func list(_ names: [String]) -> String { "[\(names.map(quoted).joined(separator: ", "))]" }
  private func quoted(_ name: String) -> String { "\"\(name)\"" }

  // MARK: Recording

  var recording: String {
    description + events
  }

  private var description: String {
    let right = Int(width * Self.unitsPerPixel), bottom = Int(height * Self.unitsPerPixel)
    return """
      # EVEMU 1.3
      N: Case Panel
      I: 0003 1d6b 0104 0001
      P: 02 00 00 00 00 00 00 00
      A: 00 0 \(right) 0 0 0
      A: 01 0 \(bottom) 0 0 0
      A: 2f 0 9 0 0 0
      A: 35 0 \(right) 0 0 0
      A: 36 0 \(bottom) 0 0 0
      A: 37 0 2 0 0 0
      A: 39 0 65535 0 0 0

      """
  }

  private var events: String {
    var text = ""
    var slots: [Int: Int] = [:]  // by the touch's ID in the case
    var nextID = 0
    let events = json["events"].array
    var index = 0
    while index < events.count {
      let time = events[index]["t"].double!
      let frame = events[index...].prefix { $0["t"].double! == time }
      // A slot that a touch leaves is not free until the next frame.
      var taken = Set(slots.values)
      for event in frame {
        let finger = event["id"].int!
        switch event["phase"].string! {
        case "began":
          let slot = (0..<10).first { !taken.contains($0) }!
          taken.insert(slot)
          slots[finger] = slot
          text += line(time, 0x2F, slot) + line(time, 0x39, nextID) + line(time, 0x37, 0) + place(event, time)
          nextID += 1
        case "moved":
          guard let slot = slots[finger] else { continue }
          text += line(time, 0x2F, slot) + place(event, time)
        case let phase:
          guard let slot = slots.removeValue(forKey: finger) else { continue }
          text += line(time, 0x2F, slot) + (phase == "cancelled" ? line(time, 0x37, 2) : "") + line(time, 0x39, -1)
        }
      }
      text += report(time)
      index += frame.count
    }
    // An empty last frame, so that the recording lasts longer than the case.
    return text + report(Self.end(of: json) + 1)
  }

  /// The time at which the case ends, in milliseconds.
  static func end(of json: JSON) -> Double {
    json["run_until_ms"].double ?? (json["events"].array.last?["t"].double ?? 0) + 2000
  }

  private func place(_ event: JSON, _ time: Double) -> String {
    line(time, 0x35, units(event["x"])) + line(time, 0x36, units(event["y"]))
  }

  private func units(_ value: JSON) -> Int { Int((value.double! * Self.unitsPerPixel).rounded()) }

  private func line(_ time: Double, _ code: Int, _ value: Int) -> String {
    "E: \(stamp(time)) 0003 \(String(code, radix: 16)) \(value)\n"
  }

  private func report(_ time: Double) -> String { "E: \(stamp(time)) 0000 0000 0\n" }

  private func stamp(_ milliseconds: Double) -> String {
    let (seconds, rest) = Int((milliseconds * 1000).rounded()).quotientAndRemainder(dividingBy: 1_000_000)
    return "\(seconds).\(rest)"
  }
}
