// Configuration/Kinds: a file for each kind of gesture with its keys; the keys of all other tables.
import Gestures

/// A gesture's kind with its settings. Everything specific to a kind is in that kind's file next to this one.
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
  case sequence(SequenceSettings)
  case press(PressSettings)
  case remote(RemoteSettings)
  case `switch`(SwitchSettings)
  case shake(ShakeSettings)
  case knock(KnockSettings)
  case turn(TurnSettings)

  /// The kind's name in configurations and in the JSON Lines.
  package enum Name: String, CaseIterable, Sendable {
    case tap
    case longPress = "long-press"
    case pan, swipe, pinch, rotation
    case edgePan = "edge-pan"
    case tickle, stroke, sequence, press, remote, `switch`, shake, knock, turn

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
      case .sequence: SequenceSettings.self
      case .press: PressSettings.self
      case .remote: RemoteSettings.self
      case .switch: SwitchSettings.self
      case .shake: ShakeSettings.self
      case .knock: KnockSettings.self
      case .turn: TurnSettings.self
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
    case .sequence(let settings): settings
    case .press(let settings): settings
    case .remote(let settings): settings
    case .switch(let settings): settings
    case .shake(let settings): settings
    case .knock(let settings): settings
    case .turn(let settings): settings
    }
  }
}

/// What the gestures of a kind are made of. It decides which of the common keys apply to them.
package enum GestureInput: Sendable {
  case touches
  /// Other gestures.
  case steps
  /// Keys, buttons and switches, and the remote commands that some keys give.
  case buttons
  /// The accelerometer.
  case motion

  /// Whether the gestures are made on the screen. The others go to the first responder, and have neither a place nor fingers.
  package var isOnScreen: Bool {
    switch self {
    case .touches, .steps: true
    case .buttons, .motion: false
    }
  }
}

/// The settings of a kind of gesture, and everything else that the program needs to know about the kind.
protocol KindSettings: Equatable, Sendable {
  /// Creates the defaults, as documented in docs/configuration.md; the article on numbers in the library's documentation gives
  /// their sources. A limit of `nil` has been lifted with "none".
  init()
  /// Whether a single resting finger can't keep the gesture undecided: it fails or is recognized after some time, or it only takes
  /// touches on a strip along an edge.
  static var decidesByItself: Bool { get }
  /// What the kind's gestures are made of.
  static var input: GestureInput { get }
  /// The dimension of the key `every`; `nil` if the kind measures nothing that has steps.
  static var step: Dimension? { get }
  /// Whether steps may go forwards and backwards; time only passes.
  static var hasDirections: Bool { get }
  /// The kind's own words for steps forwards and backwards, as keys of `[gesture.on]`; `nil` if it has none.
  static var stepWords: StepWords? { get }
  /// The keys specific to this kind.
  static var keys: [Key<Self>] { get }
  /// Reports combinations of values that don't go together. Called after all keys were read.
  func check(_ table: TOMLTable, _ reader: ConfigurationReader)
  var kind: GestureKind { get }
  /// Whether a gesture with these settings reports only `ended`, once, instead of the states from `began` to `ended`.
  var isDiscrete: Bool { get }
  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer
  /// Returns the rule and the keys behind a reason, where they are specific to this kind; `nil` for the general ones.
  static func source(of reason: Reason.Kind) -> ReasonSource?
  /// Describes what a gesture of this kind measured; empty if there is nothing to say.
  static func words(for values: GestureValues) -> String
}

extension GestureKind.Name {
  /// The names of the keys that only gestures of this kind have, which say when one is recognized.
  package var ownKeys: [String] { Self.names(settings) }

  private static func names<Settings: KindSettings>(_: Settings.Type) -> [String] { Settings.keys.map { $0.name } }
}

extension KindSettings {
  static var decidesByItself: Bool { false }
  static var input: GestureInput { .touches }

  static var hasDirections: Bool { true }

  static var step: Dimension? {
    Dimension(name: "a step", units: ["mm", "pt", "deg", "rad", "x"], example: "5mm")
  }

  static var stepWords: StepWords? { nil }

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {}
}

/// A kind's words for its steps.
struct StepWords {
  let forwards: String
  let backwards: String

  subscript(direction: ActionBinding.Direction) -> String {
    switch direction {
    case .forwards: forwards
    case .backwards: backwards
    }
  }
}

/// The source of a decision: a rule of docs/rules.md, and the configuration keys that could have changed the outcome.
package struct ReasonSource: Equatable, Sendable {
  package let rule: String?
  package let keys: [String]

  package init(_ rule: String?, _ keys: [String] = []) {
    self.rule = rule
    self.keys = keys
  }
}

extension GestureKind.Name {
  var decidesByItself: Bool { settings.decidesByItself }

  /// What the kind's gestures are made of.
  package var input: GestureInput { settings.input }

  /// Whether a key of all gestures applies to this kind.
  func has(_ key: String) -> Bool {
    switch settings.input {
    case .touches: true
    case .steps: key != "view" && !Keys.gestureTouches.contains(key)
    case .buttons, .motion: !Keys.gestureTouches.contains(key)
    }
  }

  package func source(of reason: Reason.Kind) -> ReasonSource? { settings.source(of: reason) }

  package func words(for values: GestureValues) -> String { settings.words(for: values) }

  var keys: [KeyDescription] { Self.descriptions(settings) }

  /// The keys with their forms and defaults.
  var tableKeys: [TableKey] { Self.tableKeys(settings) }

  private static func tableKeys<Settings: KindSettings>(_: Settings.Type) -> [TableKey] {
    Settings.keys.map { TableKey($0.name, $0.form, $0.defaults.hand, inUIKit: $0.defaults.uikit) }
  }

  private static func descriptions<Settings: KindSettings>(_: Settings.Type) -> [KeyDescription] {
    Settings.keys.map(KeyDescription.init)
  }
}

/// A key as the reference documents it.
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
  /// Whether the gesture reports only `ended`, once, instead of the states from `began` to `ended`.
  package var isDiscrete: Bool { settings.isDiscrete }

  /// The kind's name. Needed for each event, so this doesn't copy the settings.
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
    case .sequence: .sequence
    case .press: .press
    case .remote: .remote
    case .switch: .switch
    case .shake: .shake
    case .knock: .knock
    case .turn: .turn
    }
  }
}

extension ConfigurationReader {
  /// Reads the settings of a kind; keys missing from the table keep their defaults.
  func kind(_ name: GestureKind.Name, from table: TOMLTable) -> GestureKind { read(name.settings, from: table) }

  private func read<Settings: KindSettings>(_: Settings.Type, from table: TOMLTable) -> GestureKind {
    var settings = Settings()
    read(Settings.keys, of: table, into: &settings)
    settings.check(table, self)
    return settings.kind
  }
}

extension GestureSettings {
  /// Creates a recognizer with these settings.
  ///
  /// - Parameter view: the size of the view that the recognizer will be added to.
  package func makeRecognizer(view: Size, on screen: ScreenMetrics) -> GestureRecognizer {
    let scale = LengthScale(view: view, screen: screen)
    let recognizer = kind.settings.makeRecognizer(scale)
    let intervals = actions.compactMap { binding -> Duration? in
      if case .seconds(let seconds) = binding.every { .microseconds(Int64(seconds * 1e6)) } else { nil }
    }
    (recognizer as? LongPressGestureRecognizer)?.reportIntervals = intervals
    (recognizer as? PressGestureRecognizer)?.reportIntervals = intervals
    recognizer.restingTouches = held > 0 ? RestingTouches(held, side: heldSide) : nil
    recognizer.startingPlaces = startsAt.map { scale.places($0, of: self) }
    recognizer.endingPlaces = endsAt.map { scale.places($0, of: self) }
    if minSpread != nil || maxSpread != nil {
      let least = minSpread.map(scale.length) ?? 0
      recognizer.landingSpread = least...max(least, maxSpread.map(scale.length) ?? .infinity)
    }
    recognizer.name = name
    recognizer.isEnabled = isEnabled
    if kind.name.input != .touches { return recognizer }  // It leaves touches alone.
    recognizer.cancelsTouchesInView = cancelsTouches
    recognizer.delaysTouchesEnded = delaysTouchesEnded
    recognizer.requiresExclusiveTouchType = false  // `tools` may be used together.
    recognizer.allowedTouchTypes = tools.reduce(into: []) { $0.insert(Touch.TouchTypes($1)) }
    return recognizer
  }
}
