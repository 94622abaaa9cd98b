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
  case transform(TransformSettings)
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
    case pan, swipe, pinch, rotation, transform
    case edgePan = "edge-pan"
    case tickle, stroke, sequence, press, remote, `switch`, shake, knock, turn

    /// The traits of this kind's gestures with the default settings, made once, and only for the kinds in use.
    var traits: KindTraits {
      switch self {
      case .tap: TapSettings.traits
      case .longPress: LongPressSettings.traits
      case .pan: PanSettings.traits
      case .swipe: SwipeSettings.traits
      case .pinch: PinchSettings.traits
      case .rotation: RotationSettings.traits
      case .transform: TransformSettings.traits
      case .edgePan: EdgePanSettings.traits
      case .tickle: TickleSettings.traits
      case .stroke: StrokeSettings.traits
      case .sequence: SequenceSettings.traits
      #if TOUCHES_ONLY  // libtickle has no buttons and no sensors, and not the code for them.
        case .press, .remote, .switch, .shake, .knock, .turn: SequenceSettings.traits
      #else
        case .press: PressSettings.traits
        case .remote: RemoteSettings.traits
        case .switch: SwitchSettings.traits
        case .shake: ShakeSettings.traits
        case .knock: KnockSettings.traits
        case .turn: TurnSettings.traits
      #endif
      }
    }
  }

  /// The settings without their type. Not inlined: the optimizer drops closures that the caller does not use, and leaks what they captured.
  @inline(never)
  var traits: KindTraits {
    switch self {
    case .tap(let settings): KindTraits(settings)
    case .longPress(let settings): KindTraits(settings)
    case .pan(let settings): KindTraits(settings)
    case .swipe(let settings): KindTraits(settings)
    case .pinch(let settings): KindTraits(settings)
    case .rotation(let settings): KindTraits(settings)
    case .transform(let settings): KindTraits(settings)
    case .edgePan(let settings): KindTraits(settings)
    case .tickle(let settings): KindTraits(settings)
    case .stroke(let settings): KindTraits(settings)
    case .sequence(let settings): KindTraits(settings)
    #if TOUCHES_ONLY
      case .press, .remote, .switch, .shake, .knock, .turn: SequenceSettings.traits
    #else
      case .press(let settings): KindTraits(settings)
      case .remote(let settings): KindTraits(settings)
      case .switch(let settings): KindTraits(settings)
      case .shake(let settings): KindTraits(settings)
      case .knock(let settings): KindTraits(settings)
      case .turn(let settings): KindTraits(settings)
    #endif
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
  static var traits: KindTraits { get }
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

extension KindSettings {
  static var decidesByItself: Bool { false }
  static var input: GestureInput { .touches }

  static var hasDirections: Bool { true }

  static var step: Dimension? {
    Dimension(name: "a step", units: ["mm", "pt", "deg", "rad", "x"], example: "5mm")
  }

  static var stepWords: StepWords? { nil }

  var isDiscrete: Bool { true }

  static func source(of reason: Reason.Kind) -> ReasonSource? { nil }

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {}
}

/// What `KindSettings` says of the settings of a gesture, as values and functions that don't depend on their type.
struct KindTraits: Sendable {
  let decidesByItself: Bool
  let input: GestureInput
  let step: Dimension?
  let hasDirections: Bool
  let stepWords: StepWords?
  let isDiscrete: Bool
  let keys: @Sendable () -> [KeyDescription]
  /// Returns the gesture with those of its keys that the table has. Invalid values are reported.
  let read: @Sendable (TOMLTable, ConfigurationReader) -> GestureKind
  /// Reports combinations of values that don't go together.
  let check: @Sendable (TOMLTable, ConfigurationReader) -> Void
  let makeRecognizer: @Sendable (LengthScale) -> GestureRecognizer
  let source: @Sendable (Reason.Kind) -> ReasonSource?
  let words: @Sendable (GestureValues) -> String

  init<Settings: KindSettings>(_ settings: Settings) {
    decidesByItself = Settings.decidesByItself
    input = Settings.input
    step = Settings.step
    hasDirections = Settings.hasDirections
    stepWords = Settings.stepWords
    isDiscrete = settings.isDiscrete
    keys = { Settings.keys.map { $0.description } }
    read = { table, reader in
      var settings = settings
      for key in Settings.keys {
        guard let entry = table[key.description.name] else { continue }
        key.read(reader, Field(key: entry.key, value: entry.value), &settings)
      }
      return settings.kind
    }
    check = { settings.check($0, $1) }
    makeRecognizer = { settings.makeRecognizer($0) }
    source = { Settings.source(of: $0) }
    words = { Settings.words(for: $0) }
  }
}

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

extension GestureKind.Name {
  /// What the kind's gestures are made of.
  package var input: GestureInput { traits.input }

  /// Whether a key of all gestures applies to this kind.
  func has(_ key: String) -> Bool {
    switch input {
    case .touches: true
    case .steps: key != "view" && !Keys.gestureTouches.contains(key)
    case .buttons, .motion: !Keys.gestureTouches.contains(key)
    }
  }

  package func source(of reason: Reason.Kind) -> ReasonSource { traits.source(reason) ?? reason.source }

  package func words(for values: GestureValues) -> String { traits.words(values) }

  /// The names of the keys that only gestures of this kind have, which say when one is recognized.
  package var ownKeys: [String] { keys.map { $0.name } }

  var keys: [KeyDescription] { traits.keys() }

  /// The keys with their forms and defaults.
  var tableKeys: [TableKey] { keys.map { $0.key } }
}

extension GestureKind {
  /// Whether the gesture reports only `ended`, once, instead of the states from `began` to `ended`.
  package var isDiscrete: Bool { traits.isDiscrete }

  /// The least number of fingers that move for the gesture; `nil` for other kinds of gestures.
  var leastFingers: Int? {
    switch self {
    case .pan(let pan): pan.fingers.least
    case .edgePan(let pan): pan.fingers
    case .swipe(let swipe): swipe.fingers.least
    case .pinch(let pinch): pinch.fingers ?? 2
    case .rotation(let rotation): rotation.fingers.least
    case .transform(let transform): transform.fingers.least
    default: nil
    }
  }

  /// The kind's name. Needed for each event, so this doesn't copy the settings.
  package var name: Name {
    switch self {
    case .tap: .tap
    case .longPress: .longPress
    case .pan: .pan
    case .swipe: .swipe
    case .pinch: .pinch
    case .rotation: .rotation
    case .transform: .transform
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

extension GestureSettings {
  /// Creates a recognizer with these settings.
  ///
  /// - Parameter view: the size of the view that the recognizer will be added to.
  package func makeRecognizer(view: Size, on screen: ScreenMetrics) -> GestureRecognizer {
    let scale = LengthScale(view: view, screen: screen)
    let recognizer = kind.traits.makeRecognizer(scale)
    let intervals = actions.compactMap { binding -> Duration? in
      if case .seconds(let seconds) = binding.every { .microseconds(Int64(seconds * 1e6)) } else { nil }
    }
    (recognizer as? LongPressGestureRecognizer)?.reportIntervals = intervals
    #if !TOUCHES_ONLY
      (recognizer as? PressGestureRecognizer)?.reportIntervals = intervals
    #endif
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
