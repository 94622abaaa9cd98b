// Screen: a running configuration on one screen: scene, session, bindings, modes, idle steps. It knows no device and no socket.
import Configuration
import Effects
import Gestures
import TouchInput

/// A configuration on one screen: its views, its recognizers, and the relations between them.
package final class Scene {
  /// A recognizer with the settings that it was made from; its index is the recognizer's `tag`. It is a class because each event uses
  /// one, and copying a struct would retain everything in it.
  package final class Gesture {
    package let settings: GestureSettings
    package let recognizer: GestureRecognizer
    package let view: String
    /// Whether the gesture reports only `ended`, once, instead of the states from `began` to `ended`.
    package let isDiscrete: Bool
    /// Whether the gesture is made on the screen; if not, its events have neither a place nor fingers.
    package let isOnScreen: Bool
    /// What the session runs at the gesture's events.
    let bindings: Bindings
    /// The settings of a pan that is a slider. Kept apart, so that events of other gestures need not copy their settings.
    private let slider: PanSettings?
    /// What `writtenMembers` returns, once the first event needs it.
    private var storedMembers: [UInt8] = []
    private let screen: String
    /// Keeps the recognizer's delegate alive, because recognizers hold their delegates weakly.
    private let filter: IgnoredViews?

    fileprivate init(
      settings: GestureSettings, recognizer: GestureRecognizer, view: String, screen: String, filter: IgnoredViews?
    ) {
      self.screen = screen
      self.settings = settings
      self.recognizer = recognizer
      self.view = view
      self.filter = filter
      isDiscrete = settings.kind.isDiscrete
      isOnScreen = settings.kind.name.input.isOnScreen
      bindings = Bindings(settings)
      slider = if case .pan(let pan) = settings.kind, pan.isSlider { pan } else { nil }
    }

    /// The members of a record in JSON that are the same for all events of the gesture.
    var writtenMembers: [UInt8] {
      if storedMembers.isEmpty { storedMembers = RecordJSON.members(of: self, on: screen) }
      return storedMembers
    }

    /// Returns the place of the fingers along the view, 0…1; `nil` if the gesture is not a slider.
    package func sliderValue(of event: GestureEvent) -> Double? {
      guard let slider, let view = recognizer.view else { return nil }
      return slider.sliderValue(at: event.locationInView, in: view.frame.size)
    }

    /// Describes what the gesture measured; empty if there is nothing to say.
    package func words(for values: GestureValues) -> String { settings.kind.name.words(for: values) }
  }

  package let screen: String
  package let size: Size
  package let engine: GestureEngine
  package private(set) var gestures: [Gesture] = []
  package let nearMisses = NearMisses()
  /// Settings of the configuration that don't work on this screen.
  package private(set) var warnings: [String] = []
  /// The names of the gestures that need the force of touches. Kept apart, so that a reload need not walk through all gestures.
  private var pressed: [String] = []

  private let screenSettings: ScreenSettings
  private let metrics: ScreenMetrics
  private var views: [String: View] = [:]
  /// Views whose touches are never passed on to applications.
  private var swallowing: Set<String> = []
  /// Views whose touches no gesture of the views around them receives.
  private var owning: [String] = []
  /// Views that take touches when no mode is active.
  private var enabledViews: Set<String> = []
  /// Recognizers by gesture, then by view.
  private var recognizers: [String: [String: GestureRecognizer]] = [:]
  /// What `focus` made the first responder; `nil`: the root view is it.
  private var responder: ViewResponder?

  package init(_ configuration: Configuration, screen: ScreenSettings, size: Size) {
    self.screen = screen.name
    screenSettings = screen
    self.size = size
    metrics = ScreenMetrics(size: size, of: screen)
    let root = View(name: screen.name, frame: Rect(x: 0, y: 0, width: size.width, height: size.height))
    engine = GestureEngine(root: root)
    engine.maximumDelay = screen.longestDelay
    engine.exclusion = screen.exclusive
    engine.intention = screen.intention
    views[screen.name] = root
    let settings = configuration.views.filter { $0.screen == nil || $0.screen == screen.name }
    swallowing = Set(settings.lazy.filter { $0.touches == .swallow }.map { $0.name })
    owning = settings.filter { $0.touches == .own }.map { $0.name }
    addViews(settings)
    // Sequences come last, because they get the touches that their steps have got.
    for gesture in configuration.gestures where gesture.kind.name.input != .steps { add(gesture) }
    for gesture in configuration.gestures where gesture.kind.name.input == .steps { add(gesture) }
    for gesture in gestures { relate(gesture) }
    nearMisses.follow(gestures, on: engine)
    root.prepareForHitTesting()
    enabledViews = Set(views.filter { $0.value.isUserInteractionEnabled }.keys)
    apply(nil)
    focus(settings.first(where: { $0.isFirstResponder })?.name)
  }

  /// The name of the view that is the first responder, or of the screen.
  package var focused: String { responder?.view.name ?? screen }

  /// Makes a view the first responder; `nil`: the screen itself. A view that is not on this screen changes nothing.
  package func focus(_ name: String?) {
    guard let name else {
      responder?.resignFirstResponder()
      responder = nil
      return
    }
    guard let view = views[name], responder?.view !== view else { return }
    let responder = ViewResponder(view)
    if responder.becomeFirstResponder() { self.responder = responder }
  }

  func hasView(_ name: String?) -> Bool { name.map { views[$0] != nil } ?? false }

  /// Whether a screen with these settings and this size would get the same views and recognizers.
  package func isMade(for screen: ScreenSettings, _ size: Size) -> Bool {
    size == self.size && screen == screenSettings
  }

  /// How the panel is turned for the absolute pointer; `up` if that reports places on the picture.
  var panelTurn: Motion.PanelTurn {
    guard screenSettings.pointer == .panel else { return .up }
    switch screenSettings.orientation {
    case .normal: return .up
    case .left: return .left
    case .right: return .right
    case .inverted: return .down
    }
  }

  /// Whether a gesture needs the force of touches.
  package var usesForce: Bool { !pressed.isEmpty }

  /// Returns sentences about settings that cannot work with what a panel measures.
  package func warnings(about measures: ContactMeasures) -> [String] {
    let sentences = (measures.hasForce ? [] : pressed).map {
      "gesture \"\($0)\": \"force\" has no effect: the panel does not measure it; the press begins after its "
        + "\"min_duration\""
    }
    return sentences + [measures.warning].compactMap { $0 }
  }

  /// Views and gestures that the user switched on or off, by name. This takes precedence over the mode and the configuration.
  package struct Switches {
    package var views: [String: Bool] = [:]
    package var gestures: [String: Bool] = [:]

    package init() {}

    var isEmpty: Bool { views.isEmpty && gestures.isEmpty }
  }

  package var switches = Switches()
  /// The mode that was applied last; `nil`: none.
  private(set) var mode: ModeSettings?
  /// Whether no mode and no switch has changed anything.
  private var isAsConfigured = false

  /// Turns views and gestures on and off for a mode; `nil`: as configured without a mode. `enable` takes precedence over `disable`,
  /// and `switches` over both.
  ///
  /// A view that is turned off gets no new touches; touches that began in it continue, as in UIKit. A gesture that is turned off
  /// is cancelled. Once the engine is running, call this inside `perform`.
  func apply(_ mode: ModeSettings?) {
    let isAsConfigured = mode == nil && switches.isEmpty
    if isAsConfigured && self.isAsConfigured { return }
    self.isAsConfigured = isAsConfigured
    self.mode = mode
    for (name, view) in views {
      view.isUserInteractionEnabled =
        switches.views[name]
        ?? Self.isOn(name, enabledViews.contains(name), mode?.disable.views, mode?.enable.views)
    }
    for gesture in gestures {
      let isOn =
        switches.gestures[gesture.settings.name]
        ?? Self.isOn(
          gesture.settings.name, gesture.settings.isEnabled, mode?.disable.gestures, mode?.enable.gestures)
      if gesture.recognizer.isEnabled != isOn { gesture.recognizer.isEnabled = isOn }
    }
  }

  private static func isOn(_ name: String, _ otherwise: Bool, _ disable: [String]?, _ enable: [String]?) -> Bool {
    if enable?.contains(name) == true { return true }
    return otherwise && disable?.contains(name) != true
  }

  /// Whether touches that begin in a view are kept from applications, because it or one of its ancestors is set to swallow them.
  package func swallows(_ view: View?) -> Bool {
    guard !swallowing.isEmpty else { return false }
    return sequence(first: view, next: { $0?.superview }).contains { $0.map { swallowing.contains($0.name) } ?? false }
  }

  // MARK: Views

  /// Adds parents before their children; among siblings, later views lie above earlier ones.
  private func addViews(_ settings: [ViewSettings]) {
    var byParent: [String: [ViewSettings]] = [:]
    for view in settings { byParent[view.parent ?? screen, default: []].append(view) }
    var parents = [screen]
    while let parent = parents.popLast() {
      guard let superview = views[parent] else { continue }
      for child in byParent[parent] ?? [] {
        let view = makeView(child, in: superview.frame.size)
        superview.addSubview(view)
        views[child.name] = view
        parents.append(child.name)
      }
    }
  }

  private func makeView(_ settings: ViewSettings, in parent: Size) -> View {
    let frame = settings.frame.rect(
      in: parent, horizontalScale: metrics.horizontalScale, verticalScale: metrics.verticalScale)
    if frame == nil {
      warnings.append("view \"\(settings.name)\" is measured in pixels, but screen \"\(screen)\" has no `pixels`")
    }
    let view = View(name: settings.name, frame: frame ?? Rect(x: 0, y: 0, width: 0, height: 0))
    view.isHidden = settings.isHidden
    view.isUserInteractionEnabled = settings.isEnabled
    view.alpha = settings.alpha
    return view
  }

  // MARK: Gestures

  private func add(_ settings: GestureSettings) {
    let names = settings.views.isEmpty ? [screen] : settings.views
    for name in names {
      guard let view = views[name] else { continue }  // The view is on another screen.
      if settings.usesForce && pressed.last != settings.name { pressed.append(settings.name) }
      let recognizer = settings.makeRecognizer(view: view.frame.size, on: metrics)
      (recognizer.delaysTouchesBegan, recognizer.delayLimit) = settings.holding(on: screenSettings)
      recognizer.tag = gestures.count
      let ignored = settings.ignoresTouchesIn + owning.filter { views[$0].map(view.isDescendant) != true }
      let filter = ignored.isEmpty ? nil : IgnoredViews(ignoring: ignored)
      recognizer.delegate = filter
      view.addGestureRecognizer(recognizer)
      recognizers[settings.name, default: [:]][name] = recognizer
      gestures.append(
        Gesture(settings: settings, recognizer: recognizer, view: name, screen: screen, filter: filter))
    }
  }

  private func relate(_ gesture: Gesture) {
    let settings = gesture.settings
    if case .sequence(let sequence) = settings.kind {
      (gesture.recognizer as? SequenceGestureRecognizer)?.steps = sequence.steps.map { step in
        (recognizers[step] ?? [:]).sorted { $0.key < $1.key }.map { $0.value }
      }
    }
    for other in settings.requiresFailureOf.flatMap({ partners($0, of: gesture) }) {
      require(gesture.recognizer, toFail: other)
    }
    for other in settings.requiredToFailBy.flatMap({ partners($0, of: gesture) }) {
      require(other, toFail: gesture.recognizer)
    }
    gesture.recognizer.simultaneousRecognizers = set(settings.simultaneousWith, of: gesture)
    gesture.recognizer.recognizersNotPrevented = set(settings.doesNotPrevent, of: gesture)
    gesture.recognizer.recognizersNotPreventing = set(settings.notPreventedBy, of: gesture)
    for other in settings.yieldsTo.flatMap({ partners($0, of: gesture) }) { gesture.recognizer.yield(to: other) }
    for other in gestures where settings.givesWay(to: other.settings, in: screenSettings.recognition) {
      gesture.recognizer.yield(to: other.recognizer)
    }
  }

  private func require(_ recognizer: GestureRecognizer, toFail other: GestureRecognizer) {
    if gestures[recognizer.tag].settings.yields(toAwaited: gestures[other.tag].settings, in: screenSettings.recognition)
    {
      return recognizer.yield(to: other)
    }
    guard let cycle = recognizer.require(toFail: other) else { return }
    let names = cycle.recognizers.map { $0.name }.joined(separator: " → ")
    warnings.append("a cycle of failure requirements, the last one is dropped: \(names)")
  }

  private func set(_ names: NameSet, of gesture: Gesture) -> RecognizerSet {
    switch names {
    case .all: .all
    case .names(let names): names.isEmpty ? .none : .some(names.flatMap { partners($0, of: gesture) })
    }
  }

  /// Returns the recognizer with this name on the same view, or else all recognizers with this name on the screen.
  private func partners(_ name: String, of gesture: Gesture) -> [GestureRecognizer] {
    guard let byView = recognizers[name] else { return [] }
    if let neighbour = byView[gesture.view] { return [neighbour] }
    return byView.sorted { $0.key < $1.key }.map { $0.value }
  }
}

extension GestureSettings {
  fileprivate var usesForce: Bool { if case .longPress(let press) = kind { press.force != nil } else { false } }
}
