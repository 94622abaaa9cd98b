import Gestures

/// Plays one case through the engine and collects the expectations that fail.
final class CasePlayer {
  private let json: JSON
  private let scale: Double
  private let engine: GestureEngine
  private var views: [String: RecordingView] = [:]
  private var recognizers: [String: GestureRecognizer] = [:]
  private var relations: [CaseDelegate] = []
  private var log: [(name: String, state: String, event: GestureEvent)] = []
  private var hits: [Int: String?] = [:]
  private var ids: [Int: (id: UInt64, place: Point)] = [:]
  private var nextID: UInt64 = 1
  private(set) var failures: [String] = []

  init(_ json: JSON) {
    self.json = json
    scale = json["surface"]["px_per_mm"].double!
    let root = View(
      name: "surface",
      frame: Rect(
        x: 0, y: 0, width: json["surface"]["width"].double! / scale, height: json["surface"]["height"].double! / scale))
    engine = GestureEngine(root: root)
    addViews(to: root)
    for description in json["recognizers"].array { addRecognizer(description) }
    for description in json["recognizers"].array { relate(description) }
  }

  func play() {
    let events = json["events"].array
    var index = 0
    while index < events.count {
      let time = events[index]["t"].double!
      check(before: time)
      if events[index]["op"].exists {
        record(engine.perform(at: timestamp(time)) { perform(events[index]) })
        check(afterEvent: index)
        index += 1
        continue
      }
      let first = index
      while index < events.count, events[index]["t"].double! == time, !events[index]["op"].exists { index += 1 }
      let contacts = (first..<index).compactMap { contact(events[$0]) }
      record(engine.handle(TouchFrame(time: timestamp(time), contacts: contacts)))
      for event in first..<index {
        noteHit(events[event], event)
        check(afterEvent: event)
      }
    }
    let end = json["run_until_ms"].double ?? (events.last?["t"].double ?? 0) + 2000
    check(before: end)
    record(engine.advance(to: timestamp(end)))
    for check in json["expect"]["checks"].array where check["at_ms"].double == end { self.check(check) }
    checkEnd()
  }

  // MARK: Setting up

  private func addViews(to root: View) {
    var descriptions = json["views"].array
    if descriptions.isEmpty { descriptions = [JSON(id: "root")] }
    for description in descriptions {
      let rect = description["rect"].array.map { $0.double! / scale }
      let view = RecordingView(
        name: description["id"].string!,
        frame: rect.isEmpty ? root.frame : Rect(x: rect[0], y: rect[1], width: rect[2], height: rect[3]))
      view.isHidden = description["hidden"].bool ?? false
      view.isUserInteractionEnabled = description["enabled"].bool ?? true
      view.alpha = description["alpha"].double ?? 1
      views[view.name] = view
      (description["parent"].string.flatMap { views[$0] } ?? root).addSubview(view)
    }
  }

  private func addRecognizer(_ description: JSON) {
    let params = description["params"]
    let recognizer = CaseRecognizers.make(kind: description["kind"].string!, params: params, scale: scale)
    recognizer.name = description["id"].string!
    recognizer.isEnabled = description["enabled"].bool ?? true
    recognizer.cancelsTouchesInView = description["cancels_touches_in_view"].bool ?? true
    recognizer.delaysTouchesBegan = description["delays_touches_began"].bool ?? false
    recognizer.delaysTouchesEnded = description["delays_touches_ended"].bool ?? true
    recognizers[recognizer.name] = recognizer
    let viewID = description["view"].string ?? json["views"].array.first?["id"].string ?? "root"
    views[viewID]!.addGestureRecognizer(recognizer)
  }

  private func relate(_ description: JSON) {
    let recognizer = recognizers[description["id"].string!]!
    for name in description["require_fail"].strings { recognizer.require(toFail: recognizers[name]!) }
    recognizer.simultaneousRecognizers = set(description["simultaneous_with"])
    recognizer.recognizersNotPrevented = set(description["cannot_prevent"])
    recognizer.recognizersNotPreventing = set(description["cannot_be_prevented_by"])
    let delegate = CaseDelegate(description)
    recognizer.delegate = delegate
    relations.append(delegate)
  }

  private func set(_ names: JSON) -> RecognizerSet {
    if names.strings.contains("*") { return .all }
    return names.strings.isEmpty ? .none : .some(names.strings.map { recognizers[$0]! })
  }

  // MARK: Playing

  private func timestamp(_ milliseconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
  }

  private func contact(_ event: JSON) -> TouchFrame.Contact? {
    let finger = event["id"].int!
    let phase: Touch.Phase =
      switch event["phase"].string! {
      case "began": .began
      case "moved": .moved
      case "ended": .ended
      default: .cancelled
      }
    if phase == .began {
      ids[finger] = (nextID, place(event))
      nextID += 1
    }
    guard var known = ids[finger] else { return nil }
    if event["x"].exists { known.place = place(event) }
    ids[finger] = phase == .ended || phase == .cancelled ? nil : known
    var contact = TouchFrame.Contact(id: known.id, phase: phase, location: known.place)
    contact.isSynthesized = event["synthesized"].bool ?? false
    return contact
  }

  private func place(_ event: JSON) -> Point { Point(x: event["x"].double! / scale, y: event["y"].double! / scale) }

  private func perform(_ event: JSON) {
    let recognizer = recognizers[event["recognizer"].string!]!
    let value = event["value"]
    switch event["op"].string! {
    case "set_enabled": recognizer.isEnabled = value.bool!
    case "set_translation":
      (recognizer as! PanGestureRecognizer).setTranslation(
        Vector(x: value[0].double! / scale, y: value[1].double! / scale), in: nil)
    case "set_scale": (recognizer as! PinchGestureRecognizer).scale = value.double!
    case "set_rotation": (recognizer as! RotationGestureRecognizer).rotation = value.double!
    default: failures.append("unknown op \(event["op"])")
    }
  }

  private func record(_ events: [GestureEngine.Event]) {
    for case .gesture(let event) in events {
      log.append((event.recognizer.name, CaseRecognizers.word(event.state, of: event.recognizer), event))
    }
  }

  private func noteHit(_ event: JSON, _ index: Int) {
    guard event["phase"].string == "began", let id = ids[event["id"].int!]?.id else { return }
    hits[index] = .some(engine.touches.first { $0.id == id }?.view.flatMap { $0.name == "surface" ? nil : $0.name })
  }

  // MARK: Checking

  private var checkedUpTo = -1.0

  private func check(before time: Double) {
    let due = json["expect"]["checks"].array.filter {
      $0["at_ms"].double.map { $0 < time && $0 > checkedUpTo } ?? false
    }
    for check in due {
      record(engine.advance(to: timestamp(check["at_ms"].double!)))
      self.check(check)
    }
    checkedUpTo = max(checkedUpTo, due.last?["at_ms"].double ?? -1)
  }

  private func check(afterEvent index: Int) {
    for check in json["expect"]["checks"].array where check["after_event"].int == index { self.check(check) }
  }

  private func check(_ check: JSON) {
    let place = check["after_event"].int.map { "after event \($0)" } ?? "at \(check["at_ms"].double!) ms"
    compareCounts(check["counts"], place)
    guard let name = check["g"].string, let recognizer = recognizers[name] else { return }
    if let state = check["state"].string, state != CaseRecognizers.word(recognizer.state, of: recognizer) {
      failures.append("\(place): \(name) is \(recognizer.state), not \(state)")
    }
    compare(check, CaseRecognizers.values(of: recognizer), "\(place): \(name)")
  }

  private func checkEnd() {
    let expect = json["expect"]
    compareCounts(expect["counts"], "at the end")
    for name in expect["silent"].strings where log.contains(where: { $0.name == name }) {
      failures.append("\(name) is not silent")
    }
    let entries = log.map { "\($0.name):\($0.state)" }
    if expect["log"].exists, entries != expect["log"].strings { failures.append("log is \(entries)") }
    var rest = entries[...]
    for entry in expect["order"].strings {
      guard let index = rest.firstIndex(of: entry) else {
        failures.append("\(entry) is missing or out of order in \(entries)")
        break
      }
      rest = rest[(index + 1)...]
    }
    for action in expect["at_action"].array {
      let matching = log.filter { $0.name == action["g"].string && $0.state == action["state"].string }
      let nth = action["nth"].int ?? 0
      guard nth < matching.count else {
        failures.append("no action \(nth) of \(action["g"].string!):\(action["state"].string!)")
        continue
      }
      compare(
        action, CaseRecognizers.values(of: matching[nth].event), "in \(action["g"].string!):\(action["state"].string!)")
    }
    for hit in expect["hits"].array where hits[hit["event"].int!] != .some(hit["view"].string) {
      let view = (hits[hit["event"].int!] ?? nil) ?? "nothing"
      failures.append("event \(hit["event"].int!) hits \(view), not \(hit["view"].string ?? "nothing")")
    }
    for touches in expect["touches"].array {
      let got = views[touches["view"].string!]!.phases
      if touches["got"].exists && got != touches["got"].strings { failures.append("view got \(got)") }
      for phase in touches["some"].strings where !got.contains(phase) { failures.append("view got no \(phase)") }
      for phase in touches["never"].strings where got.contains(phase) { failures.append("view got \(phase)") }
    }
  }

  private func compareCounts(_ counts: JSON, _ place: String) {
    for (name, states) in counts.object {
      for (state, expected) in states.object {
        let count = log.count { $0.name == name && $0.state == state }
        if !holds(Double(count), expected, 0) { failures.append("\(place): \(name) \(state) \(count) times") }
      }
    }
  }

  private func compare(_ expected: JSON, _ values: [String: [Double]], _ place: String) {
    let tolerance = expected["tol"].double ?? 1e-6
    for (key, components) in values where expected[key].exists {
      let unit = ["translation", "velocity", "location"].contains(key) && components.count == 2 ? scale : 1
      let wanted = components.count == 2 ? expected[key].array : [expected[key]]
      for (value, want) in zip(components, wanted) where !holds(value * unit, want, tolerance) {
        failures.append("\(place): \(key) is \(components.map { $0 * unit })")
      }
    }
  }

  private func holds(_ value: Double, _ expected: JSON, _ tolerance: Double) -> Bool {
    if !expected.exists { return true }
    if let exact = expected.double { return abs(value - exact) <= tolerance }
    return value >= expected[0].double! && value <= expected[1].double!
  }
}

final class RecordingView: View {
  private(set) var phases: [String] = []

  override init(name: String, frame: Rect) {
    super.init(name: name, frame: frame)
    isMultipleTouchEnabled = true
  }

  override func touchesBegan(_ touches: [Touch]) { phases += touches.map { _ in "began" } }
  override func touchesMoved(_ touches: [Touch]) { phases += touches.map { _ in "moved" } }
  override func touchesEnded(_ touches: [Touch]) { phases += touches.map { _ in "ended" } }
  override func touchesCancelled(_ touches: [Touch]) { phases += touches.map { _ in "cancelled" } }
}

/// A delegate with the answers that a case gives for its recognizer.
private final class CaseDelegate: GestureRecognizerDelegate {
  private let description: JSON

  init(_ description: JSON) { self.description = description }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    description["should_begin"].bool ?? true
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    let ignored = description["ignore_touches_in"].strings
    var view = touch.view
    while let here = view {
      if ignored.contains(here.name) { return false }
      view = here.superview
    }
    return true
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    names("should_require_failure_of", other)
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool {
    names("should_be_required_to_fail_by", other)
  }

  private func names(_ key: String, _ other: GestureRecognizer) -> Bool {
    description[key].strings.contains { $0 == "*" || $0 == other.name }
  }
}
