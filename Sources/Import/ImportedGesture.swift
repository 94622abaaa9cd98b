/// The place of a gesture in the file that was imported.
struct ImportSource: Equatable, Sendable {
  /// Tells gestures of one line apart: several gestures of tickled may come from one gesture of the file.
  let id: Int
  let line: Int
  /// The gesture as the file has it; one line or several.
  let text: String
}

/// A gesture in tickled's words, before it has a unique name.
struct ImportedGesture: Equatable, Sendable {
  enum Kind: String, Sendable {
    case tap
    case longPress = "long-press"
    case swipe, pan, pinch, rotation
  }

  /// A key and the text of its value in TOML.
  struct Setting: Equatable, Sendable {
    let key: String
    let value: String
  }

  /// Actions and the state that triggers them; `nil`: when the gesture is recognized.
  struct Binding: Equatable, Sendable {
    /// An action, and the step after which it runs again.
    struct Step: Equatable, Sendable {
      let action: ImportedAction
      let every: String?
    }

    let state: String?
    var steps: [Step]
  }

  /// The gestures of the file that this one stands for.
  var sources: [ImportSource]
  var name: String
  let kind: Kind
  private(set) var settings: [Setting] = []
  /// How many fingers it needs; `nil`: any number that the kind can have.
  private(set) var fingers: Int?
  private(set) var directions: [String] = []
  /// The axis of a pan.
  private(set) var axis: String?
  var bindings: [Binding] = []
  /// The applications that the gesture is for, as the file names them; `nil`: all.
  var application: String?
  /// The gestures that this one waits for, by the ids of their sources.
  var waitsFor: [Int] = []
  /// The gestures that do not prevent this one, by the ids of their sources.
  var runsBeside: [Int] = []
  var isEnabled = true
  /// The mode that turns this gesture on; `nil`: it is always on.
  var mode: String?
  /// What is not as in the other program.
  var differences: [String] = []
  /// What is worth knowing but not different.
  var remarks: [String] = []

  init(_ source: ImportSource, name: String, kind: Kind) {
    (sources, self.name, self.kind) = ([source], name, kind)
  }

  mutating func set(_ key: String, _ value: Int) { set(key, toml: "\(value)") }
  mutating func set(_ key: String, _ value: Bool) { set(key, toml: "\(value)") }
  mutating func set(_ key: String, _ value: String) { set(key, toml: value.toml) }

  /// Sets one value, or a list of several.
  mutating func set(_ key: String, _ values: [String]) {
    let texts = values.map(\.toml)
    set(key, toml: texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]")
  }

  private mutating func set(_ key: String, toml value: String) {
    settings.removeAll { $0.key == key }
    settings.append(Setting(key: key, value: value))
  }

  mutating func setDirections(_ directions: [String]) {
    self.directions = directions
    set("direction", directions)
  }

  mutating func setAxis(_ axis: String) {
    self.axis = axis
    if axis != "any" { set("axis", axis) }
  }

  /// Sets how many fingers the gesture needs.
  mutating func setFingers(_ fingers: Int) {
    self.fingers = fingers
    switch kind {
    case .pan:
      set("min_fingers", fingers)
      set("max_fingers", fingers)
    case .pinch, .rotation: set("fingers", fingers)
    case .tap, .longPress, .swipe: if fingers != 1 { set("fingers", fingers) }
    }
  }

  mutating func bind(_ actions: [ImportedAction], to state: String? = nil, every: String? = nil) {
    let steps = actions.map { Binding.Step(action: $0, every: every) }
    if let index = bindings.firstIndex(where: { $0.state == state }) {
      bindings[index].steps += steps
    } else {
      bindings.append(Binding(state: state, steps: steps))
    }
  }

  /// Whether actions run again and again while the fingers move.
  var isStepped: Bool { bindings.contains { $0.steps.contains { $0.every != nil } } }

  // MARK: Competition

  /// Whether the same movement of the same fingers could be either gesture, and this one, which comes first, is recognized.
  func competes(with other: ImportedGesture) -> Bool {
    guard family == other.family, fingers == nil || other.fingers == nil || fingers == other.fingers else {
      return false
    }
    // A gesture that asks how far apart the fingers are leaves the other distances to those that come after it.
    guard places == other.places, spread.isEmpty || spread == other.spread else { return false }
    switch kind {
    case .tap, .longPress: return true
    case .pinch, .rotation: return !Set(directions).isDisjoint(with: other.directions)
    case .swipe where other.kind == .swipe: return !Set(directions).isDisjoint(with: other.directions)
    case .swipe, .pan: return !axes.isDisjoint(with: other.axes)
    }
  }

  private var family: Kind { kind == .pan ? .swipe : kind }

  private var places: [Setting] {
    settings.filter { ["starts_at", "ends_at", "view", "min_duration", "taps", "min_distance"].contains($0.key) }
  }

  private var spread: [Setting] { settings.filter { ["min_spread", "max_spread"].contains($0.key) } }

  private var axes: Set<String> {
    switch axis {
    case "any"?: return ["horizontal", "vertical"]
    case let axis?: return [axis]
    case nil: return Set(directions.map { ["left", "right"].contains($0) ? "horizontal" : "vertical" })
    }
  }

  /// Takes in another gesture of the same kind and fingers: a drag to the left and one to the right are one pan. Returns whether this
  /// was possible: two actions for one state would be ambiguous.
  mutating func merge(_ other: ImportedGesture) -> Bool {
    guard kind == other.kind, fingers == other.fingers, axis == other.axis, application == other.application else {
      return false
    }
    guard [.pan, .pinch, .rotation].contains(kind), isEnabled == other.isEnabled, places == other.places,
      spread == other.spread
    else { return false }
    guard isStepped, other.isStepped else { return false }
    let fresh = other.bindings.filter { !bindings.contains($0) }
    guard fresh.allSatisfy({ binding in !bindings.contains { $0.state == binding.state } }) else { return false }
    sources += other.sources
    bindings += fresh
    differences += other.differences.filter { !differences.contains($0) }
    remarks += other.remarks.filter { !remarks.contains($0) }
    if kind != .pan { setDirections(directions + other.directions.filter { !directions.contains($0) }) }
    return true
  }
}

extension Import {
  /// Adds a gesture: together with its opposite, in a mode if it is for one application and another gesture is for all of them, or
  /// not at all if an earlier one has the same movement.
  mutating func add(_ gesture: ImportedGesture) {
    var gesture = gesture
    for (index, item) in items.enumerated() {
      guard case .gesture(var other) = item, other.merge(gesture) else { continue }
      items[index] = .gesture(other)
      return
    }
    var rival: ImportedGesture?
    for case .gesture(let other) in items where rival == nil && other.isEnabled && other.competes(with: gesture) {
      rival = other
    }
    if let application = gesture.application {
      if rival == nil {
        gesture.differences.append("it works everywhere, not only for \(application)")
      } else {
        let mode = Import.mode(for: application)
        gesture.mode = mode
        gesture.isEnabled = false
        gesture.differences.append("it is for \(application) only, so it is off until `tickle set mode \(mode)`")
      }
    } else if let rival, let source = gesture.sources.first {
      let line = rival.sources.first?.line ?? 0
      items.append(.omitted(source, reason: "the gesture from line \(line) has the same fingers and movement"))
      return
    }
    items.append(.gesture(gesture))
  }

  /// Whether an earlier gesture for all applications has the same movement.
  func hasRival(of gesture: ImportedGesture) -> Bool {
    items.contains { item in
      if case .gesture(let other) = item { other.isEnabled && other.competes(with: gesture) } else { false }
    }
  }

  /// The name of the mode for an application; for a condition such as `$window_class == firefox`, its value counts.
  private static func mode(for application: String) -> String {
    let value = application.split(separator: "=").last ?? ""
    let words = value.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = String(words.joined(separator: "-").prefix(32))
    return name.isEmpty || name == "default" ? "application" : name
  }
}

/// What a gesture of tickled does.
enum ImportedAction: Equatable, Sendable {
  case shell(String)
  case key(String)
  /// A button of the virtual pointer: left, right, middle or double.
  case click(String)
  case scroll, drag, pointer
}

/// A screen's settings.
struct ImportedScreen: Equatable, Sendable {
  var path: String?
  var orientation: String?
}

/// A part of the screen.
struct ImportedView: Equatable, Sendable {
  let name: String
  /// Its edges, each as far from the screen's as the text says.
  let frame: [ImportedGesture.Setting]

  /// The screen without its edges.
  static func middle(margin: String) -> ImportedView {
    ImportedView(name: "middle", frame: ["left", "right", "top", "bottom"].map { .init(key: $0, value: margin.toml) })
  }
}
