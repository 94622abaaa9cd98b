/// Compares the tool's output with the expectations of a case.
final class CaseChecker {
  private struct Entry {
    let time: Double  // in the case's milliseconds
    let name: String
    let state: String
    let line: JSON
  }

  private let json: JSON
  private let scale: Double
  /// All states, and those of them that call actions.
  private let states: [Entry]
  private let actions: [Entry]
  private let touches: [(time: Double, line: JSON)]
  private(set) var failures: [String] = []

  init(_ json: JSON, lines: [JSON]) {
    self.json = json
    scale = json["surface"]["px_per_mm"].double!
    let origin = json["events"][0]["t"].double ?? 0
    let end = CaseConverter.end(of: json) + 0.0005
    let timed = lines.map { (time: ($0["time"].double ?? 0) * 1000 + origin, line: $0) }.filter { $0.time <= end }
    states = timed.filter { $0.line["type"].string == "gesture" }.map { time, line in
      Entry(time: time, name: line["gesture"].string ?? "", state: Self.word(line), line: line)
    }
    actions = states.filter { $0.state != "possible" && $0.state != "failed" }
    touches = timed.filter { $0.line["type"].string == "touch" }
  }

  /// The cases' word for a state.
  private static func word(_ line: JSON) -> String {
    let isDiscrete = ["tap", "swipe"].contains(line["kind"].string)
    return isDiscrete && line["state"].string == "ended" ? "recognized" : line["state"].string ?? ""
  }

  func check() {
    let expect = json["expect"]
    compareCounts(expect["counts"], actions[...], "at the end")
    for name in expect["silent"].strings where actions.contains(where: { $0.name == name }) {
      failures.append("\(name) is not silent")
    }
    let log = actions.map { "\($0.name):\($0.state)" }
    if expect["log"].exists, log != expect["log"].strings { failures.append("log is \(log)") }
    checkOrder(log)
    for action in expect["at_action"].array { checkAction(action) }
    for check in expect["checks"].array { self.check(check) }
    for hit in expect["hits"].array { checkHit(hit) }
    for touches in expect["touches"].array { checkTouches(touches) }
  }

  private func checkOrder(_ log: [String]) {
    var rest = log[...]
    for entry in json["expect"]["order"].strings {
      guard let index = rest.firstIndex(of: entry) else {
        failures.append("\(entry) is missing or out of order in \(log)")
        return
      }
      rest = rest[(index + 1)...]
    }
  }

  private func checkAction(_ expected: JSON) {
    let place = "\(expected["g"].string!):\(expected["state"].string!)"
    let matching = actions.filter { $0.name == expected["g"].string && $0.state == expected["state"].string }
    let nth = expected["nth"].int ?? 0
    guard nth < matching.count else {
      failures.append("no action \(nth) of \(place)")
      return
    }
    compare(expected, matching[nth].line, "in \(place)")
  }

  /// Checks what must hold after an event's frame or at a time, from the lines up to then.
  private func check(_ check: JSON) {
    let index = check["after_event"].int
    let time = (index.map { json["events"][$0]["t"].double! } ?? check["at_ms"].double!) + 0.0005
    let place = index.map { "after event \($0)" } ?? "at \(check["at_ms"].double!) ms"
    compareCounts(check["counts"], actions.prefix { $0.time <= time }, place)
    guard let name = check["g"].string else { return }
    let last = states.last { $0.name == name && $0.time <= time }
    let state = last?.state ?? "possible"
    if let expected = check["state"].string, state != expected { failures.append("\(place): \(name) is \(state)") }
    if let last { compare(check, last.line, "\(place): \(name)") }
  }

  private func checkHit(_ hit: JSON) {
    let event = json["events"][hit["event"].int!]
    let began = touches.first { touch in
      touch.line["phase"].string == "began" && touch.time >= event["t"].double! - 0.0005
        && abs(touch.line["location"]["x"].double! * scale - event["x"].double!) < 1e-4
        && abs(touch.line["location"]["y"].double! * scale - event["y"].double!) < 1e-4
    }
    let view = began?.line["view"].string
    if view != hit["view"].string ?? CaseConverter.screen {
      failures.append("event \(hit["event"].int!) hits \(view ?? "nothing")")
    }
  }

  private func checkTouches(_ expected: JSON) {
    let got = touches.filter { $0.line["view"].string == expected["view"].string }.compactMap {
      $0.line["phase"].string
    }
    if expected["got"].exists, got != expected["got"].strings { failures.append("view got \(got)") }
    for phase in expected["some"].strings where !got.contains(phase) { failures.append("view got no \(phase)") }
    for phase in expected["never"].strings where got.contains(phase) { failures.append("view got \(phase)") }
  }

  private func compareCounts(_ counts: JSON, _ actions: ArraySlice<Entry>, _ place: String) {
    for name in counts.keys {
      for state in counts[name].keys {
        let count = actions.count { $0.name == name && $0.state == state }
        if !holds(Double(count), counts[name][state], 0) {
          failures.append("\(place): \(name) \(state) \(count) times")
        }
      }
    }
  }

  /// - Parameter expected: vectors and lengths in the case's pixels.
  private func compare(_ expected: JSON, _ line: JSON, _ place: String) {
    let tolerance = expected["tol"].double ?? 1e-6
    // The tool prints six decimals, and three for speeds.
    for (key, precision) in [("translation", 1e-6), ("location", 1e-6), ("velocity", 1e-3)] where expected[key].exists {
      for (axis, want) in zip(["x", "y"], expected[key].array) {
        guard let value = line[key][axis].double else {
          failures.append("\(place): no \(key)")
          continue
        }
        if !holds(value * scale, want, tolerance + precision * scale) {
          failures.append("\(place): \(key).\(axis) is \(value * scale)")
        }
      }
    }
    for key in ["scale", "rotation", "touches"] where expected[key].exists {
      guard let value = line[key].double else {
        failures.append("\(place): no \(key)")
        continue
      }
      if !holds(value, expected[key], tolerance + 1e-6) { failures.append("\(place): \(key) is \(value)") }
    }
  }

  private func holds(_ value: Double, _ expected: JSON, _ tolerance: Double) -> Bool {
    if !expected.exists { return true }
    if let exact = expected.double { return abs(value - exact) <= tolerance }
    let low = expected[0].double ?? -.infinity, high = expected[1].double ?? .infinity
    return value >= low - tolerance && value <= high + tolerance
  }
}
