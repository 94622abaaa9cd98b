import Gestures

/// What a gesture is, with the settings of its kind. Each kind has a file beside this one, with all that is its own.
package enum GestureKind: Equatable, Sendable {
  case tap(TapSettings)
  case longPress(LongPressSettings)
  case pan(PanSettings)
  case swipe(SwipeSettings)
  case pinch(PinchSettings)
  case rotation(RotationSettings)
  case edgePan(EdgePanSettings)
  case tickle(TickleSettings)
  case stroke(StrokeSettings)

  /// The kind's name in configurations and in the JSON Lines.
  package enum Name: String, CaseIterable, Sendable {
    case tap
    case longPress = "long-press"
    case pan, swipe, pinch, rotation
    case edgePan = "edge-pan"
    case tickle, stroke

    var settings: any KindSettings.Type {
      switch self {
      case .tap: TapSettings.self
      case .longPress: LongPressSettings.self
      case .pan: PanSettings.self
      case .swipe: SwipeSettings.self
      case .pinch: PinchSettings.self
      case .rotation: RotationSettings.self
      case .edgePan: EdgePanSettings.self
      case .tickle: TickleSettings.self
      case .stroke: StrokeSettings.self
      }
    }
  }

  var settings: any KindSettings {
    switch self {
    case .tap(let settings): settings
    case .longPress(let settings): settings
    case .pan(let settings): settings
    case .swipe(let settings): settings
    case .pinch(let settings): settings
    case .rotation(let settings): settings
    case .edgePan(let settings): settings
    case .tickle(let settings): settings
    case .stroke(let settings): settings
    }
  }
}

/// The settings of a kind of gesture, and what else the program must know of the kind.
protocol KindSettings: Equatable, Sendable {
  /// The defaults: those of docs/configuration.md, whose sources are in the library's article on its numbers. `nil` is a limit that
  /// "none" has lifted.
  init()
  /// Whether it reports `ended` once and nothing else, instead of `began` to `ended`.
  static var isDiscrete: Bool { get }
  /// Whether a single finger that lies still does not keep it undecided: it fails or is recognized after a time, or works on
  /// a strip only.
  static var decidesByItself: Bool { get }
  /// What `every` is measured in; a discrete kind never comes to it. `nil`: it measures nothing that could be counted.
  static var step: Dimension? { get }
  /// The keys that only this kind has.
  static var keys: [Key<Self>] { get }
  /// Finds what is wrong with the keys together. Called once all of them were read.
  func check(_ table: TOMLTable, _ reader: ConfigurationReader)
  var kind: GestureKind { get }
  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer
  /// The rule and the keys that decide on a reason, where they are this kind's own.
  static func source(of reason: Reason.Kind) -> ReasonSource?
  /// What a gesture of this kind measured, for people; empty where there is nothing to say.
  static func words(for values: GestureValues) -> String
}

extension KindSettings {
  static var decidesByItself: Bool { false }

  static var step: Dimension? {
    Dimension(name: "a step", units: ["mm", "pt", "deg", "rad", "x"], example: "5mm")
  }

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {}
}

/// What decided: a rule of docs/rules.md, and the keys of the configuration whose change would have changed the outcome.
package struct ReasonSource: Equatable, Sendable {
  package let rule: String?
  package let keys: [String]

  package init(_ rule: String?, _ keys: [String] = []) {
    self.rule = rule
    self.keys = keys
  }
}

extension GestureKind.Name {
  package var isDiscrete: Bool { settings.isDiscrete }

  var decidesByItself: Bool { settings.decidesByItself }

  package func source(of reason: Reason.Kind) -> ReasonSource? { settings.source(of: reason) }

  package func words(for values: GestureValues) -> String { settings.words(for: values) }

  var keys: [KeyDescription] { Self.descriptions(settings) }

  private static func descriptions<Settings: KindSettings>(_: Settings.Type) -> [KeyDescription] {
    Settings.keys.map(KeyDescription.init)
  }
}

/// What the reference says of a key.
struct KeyDescription: Equatable {
  let name: String
  let takes: String
  let standard: String
  let summary: String

  init<Settings>(_ key: Key<Settings>) {
    name = key.name
    takes = key.takes
    standard = key.standard
    summary = key.summary
  }
}

extension GestureKind {
  /// Asked for with each event, so it does not make a value of the settings.
  package var name: Name {
    switch self {
    case .tap: .tap
    case .longPress: .longPress
    case .pan: .pan
    case .swipe: .swipe
    case .pinch: .pinch
    case .rotation: .rotation
    case .edgePan: .edgePan
    case .tickle: .tickle
    case .stroke: .stroke
    }
  }
}

extension ConfigurationReader {
  /// The settings of a kind; what the table does not give has its default.
  func kind(_ name: GestureKind.Name, from table: TOMLTable) -> GestureKind { read(name.settings, from: table) }

  private func read<Settings: KindSettings>(_: Settings.Type, from table: TOMLTable) -> GestureKind {
    var settings = Settings()
    read(Settings.keys, of: table, into: &settings)
    settings.check(table, self)
    return settings.kind
  }
}

extension GestureSettings {
  /// - Parameter view: the size of the view that it is to be added to.
  package func makeRecognizer(view: Size, on screen: ScreenMetrics) -> GestureRecognizer {
    let recognizer = kind.settings.makeRecognizer(LengthScale(view: view, screen: screen))
    recognizer.name = name
    recognizer.isEnabled = isEnabled
    recognizer.cancelsTouchesInView = cancelsTouches
    recognizer.delaysTouchesEnded = delaysTouchesEnded
    recognizer.allowedTouchTypes = tools.reduce(into: []) { $0.insert(Touch.TouchTypes($1)) }
    return recognizer
  }
}
