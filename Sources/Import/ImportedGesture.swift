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
    /// The directions that the fingers must move in; empty: all of those that the gesture has.
    var directions: [String] = []
    /// The gestures of the file that the actions come from, by the ids of their sources.
    var sources: [Int] = []

    /// Whether the actions run in steps while the fingers move.
    var isStepped: Bool { steps.contains { $0.every != nil } }
  }

  /// The gestures of the file that this one stands for.
  var sources: [ImportSource]
  var name: String
  let kind: Kind
  private(set) var settings: [Setting] = []
  /// How many fingers it needs; `nil`: any number that the kind can have.
  private(set) var fingers: Int?
  private(set) var directions: [String] = []
  private(set) var axis: String?
  /// The directions that a pan is for, if these are not all directions of its axis.
  var movement: [String] = []
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
  /// The modes that turn this gesture off.
  var modesWithout: [String] = []
  /// The applications that the gesture is not for.
  var applicationsWithout: [String] = []
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

  private mutating func set(_ key: String, toml value: String) { copy(Setting(key: key, value: value)) }

  /// Sets what another gesture has.
  mutating func copy(_ setting: Setting) {
    settings.removeAll { $0.key == setting.key }
    settings.append(setting)
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

  /// Whether the gesture has an action in any state.
  func isBound(_ action: ImportedAction) -> Bool { bindings.contains { $0.steps.contains { $0.action == action } } }

  /// Whether actions run again and again while the fingers move.
  var isStepped: Bool { bindings.contains(where: \.isStepped) }
}

/// What a gesture of tickled does.
enum ImportedAction: Equatable, Sendable {
  case shell(String)
  case key(String)
  /// A button of the virtual pointer: left, right, middle or double.
  case click(String)
  /// The wheel follows the fingers; the content does, too, or moves against them.
  case scroll(natural: Bool = true)
  /// The button that is held: left, right or middle.
  case drag(_ button: String = "left")
  case pointer
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
