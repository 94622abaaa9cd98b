// Overview: `tickle show`: gestures and actions in words and pictograms, the page and the picture of a configuration.
import Configuration
import Gestures
import Screen
import TouchInput

/// A configuration as a person sees it: its screens with their views, and what each gesture needs and does.
package struct Overview: Sendable {
  /// Where the size of a screen comes from.
  package enum SizeSource: Sendable {
    case configuration
    /// The panel that is connected now.
    case panel
    case unknown
  }

  package struct ShownScreen: Sendable {
    package var name: String
    package var size: Size
    package var source: SizeSource
    /// The views from back to front, without the root view.
    package var views: [Scene.PlacedView]
    /// The gestures on each view, in the order of the views; the root view is first.
    package var groups: [Group]
    /// The warnings about the screen itself, and about what does not work at its size.
    package var warnings: [String]
  }

  /// The gestures of one view.
  package struct Group: Sendable {
    package var view: String
    package var isWholeScreen: Bool
    package var frame: Rect
    /// The view's place among the screen's views, for its colour; `nil` for the root view.
    package var number: Int?
    package var gestures: [ShownGesture]
    package var warnings: [String]
  }

  package struct ShownGesture: Sendable {
    /// The gesture's place in the file, from 1.
    package var number: Int
    package var name: String
    package var kind: String
    package var view: String
    package var isEnabled: Bool
    package var sentence: String
    package var details: [String]
    package var actions: [ShownAction]
    /// The modes in which it can be made, as a sentence.
    package var modes: String
    /// The gestures that must fail first.
    package var waits: [String]
    /// The sequences of which it is a step.
    package var sequences: [String]
    package var warnings: [String]
    package var pictogram: Pictogram
    /// Where it begins, for the picture of the screen.
    package var zone: Zone
  }

  /// What a gesture does at one moment.
  package struct ShownAction: Sendable {
    /// The beginning of a sentence; empty if it goes without saying.
    package var moment: String
    package var words: String
    /// The text from the configuration that follows the words; may be empty.
    package var code: String

    var beginning: String { moment.isEmpty ? words : "\(moment): \(words)" }
    package var text: String { code.isEmpty ? beginning : "\(beginning) \(code)" }
  }

  /// Parts of the screen that a gesture begins at, in millimetres on the screen; none: anywhere on the view.
  package struct Zone: Sendable {
    package var areas: [Rect] = []
  }

  package var path: String
  package var screens: [ShownScreen] = []
  package var states: [ShownState]
  /// The warnings that belong to no gesture, view or screen.
  package var warnings: [String] = []
  package var gestures = 0

  /// The size of a panel that is not known, as everywhere in the program.
  package static let usualSize = Size(width: 217, height: 136)

  /// - Parameters:
  ///   - sizes: the sizes of connected panels by the names of their screens.
  package init(
    _ configuration: Configuration, _ remarks: [(diagnostic: Diagnostic, subject: Configuration.Subject)],
    sizes: [String: Size] = [:]
  ) {
    path = configuration.path
    gestures = configuration.gestures.count
    states = Self.states(configuration)
    var remarked = Remarks(remarks)
    let waits = Self.waits(configuration)
    for (index, screen) in (configuration.screens.isEmpty ? [ScreenSettings()] : configuration.screens).enumerated() {
      let builder = Builder(configuration: configuration, settings: screen, waits: waits)
      screens.append(builder.screen(number: index, sizes[screen.name], &remarked))
    }
    warnings = remarked.others
  }

  /// The names of the gestures that each gesture waits for.
  private static func waits(_ configuration: Configuration) -> [String: [String]] {
    var waits: [String: [String]] = [:]
    for gesture in configuration.gestures {
      waits[gesture.name, default: []] += gesture.requiresFailureOf
      for other in gesture.requiredToFailBy { waits[other, default: []].append(gesture.name) }
    }
    return waits
  }
}

/// The warnings by what they are about.
private struct Remarks {
  private(set) var ofGestures: [Int: [String]] = [:]
  private(set) var ofViews: [Int: [String]] = [:]
  private(set) var ofScreens: [Int: [String]] = [:]
  private(set) var others: [String] = []

  init(_ remarks: [(diagnostic: Diagnostic, subject: Configuration.Subject)]) {
    for (diagnostic, subject) in remarks where diagnostic.severity == .warning {
      let text = "line \(diagnostic.line): \(diagnostic.fullMessage)"
      switch subject {
      case .gesture(let index): ofGestures[index, default: []].append(text)
      case .view(let index): ofViews[index, default: []].append(text)
      case .screen(let index): ofScreens[index, default: []].append(text)
      case .other: others.append(text)
      }
    }
  }
}

/// Makes what is shown of one screen.
private struct Builder {
  let configuration: Configuration
  let settings: ScreenSettings
  let waits: [String: [String]]

  func screen(number: Int, _ connected: Size?, _ remarks: inout Remarks) -> Overview.ShownScreen {
    let source: Overview.SizeSource =
      settings.mountedSize != nil ? .configuration : connected != nil ? .panel : .unknown
    let isTurned = [.left, .right].contains(settings.orientation)
    let usual = Overview.usualSize
    let size =
      settings.mountedSize ?? connected ?? (isTurned ? Size(width: usual.height, height: usual.width) : usual)
    let scene = Scene(configuration, screen: settings, size: size)
    let views = scene.placedViews(most: .max)
    func indices(_ names: [String]) -> [String: Int] { Dictionary(zip(names, 0...)) { $1 } }
    let places = indices(views.map(\.name))
    let indicesOfViews = indices(configuration.views.map(\.name))
    let numbers = indices(configuration.gestures.map(\.name))

    let whole = Rect(x: 0, y: 0, width: size.width, height: size.height)
    var groups = [
      Overview.Group(view: scene.screen, isWholeScreen: true, frame: whole, gestures: [], warnings: [])
    ]
    for (index, view) in views.enumerated() {
      let warnings = indicesOfViews[view.name].flatMap { remarks.ofViews[$0] } ?? []
      groups.append(
        Overview.Group(
          view: view.name, isWholeScreen: false, frame: view.frame, number: index, gestures: [], warnings: warnings))
    }
    for gesture in scene.gestures {
      let place = places[gesture.view].map { $0 + 1 } ?? 0
      let index = numbers[gesture.settings.name] ?? 0
      groups[place].gestures.append(
        shown(gesture, index, groups[place], size, remarks.ofGestures[index] ?? []))
    }
    for place in groups.indices { groups[place].gestures.sort { $0.number < $1.number } }
    return Overview.ShownScreen(
      name: scene.screen, size: size, source: source, views: views,
      groups: groups.filter { !$0.gestures.isEmpty || !$0.warnings.isEmpty },
      warnings: (remarks.ofScreens[number] ?? []) + scene.warnings)
  }

  private func shown(
    _ gesture: Scene.Gesture, _ index: Int, _ group: Overview.Group, _ screen: Size, _ warnings: [String]
  ) -> Overview.ShownGesture {
    let settings = gesture.settings
    let words = GestureWords(
      settings: settings, recognizer: gesture.recognizer, view: group.view, viewSize: group.frame.size,
      isWholeScreen: group.isWholeScreen)
    return Overview.ShownGesture(
      number: index + 1, name: settings.name, kind: settings.kind.name.rawValue, view: group.view,
      isEnabled: settings.isEnabled, sentence: words.sentence, details: words.details,
      actions: settings.actions.map {
        let words = ActionWords($0.action)
        return Overview.ShownAction(moment: $0.moment(of: settings.kind), words: words.words, code: words.code)
      },
      modes: modes(of: settings, on: group.view), waits: waits[settings.name] ?? [],
      sequences: sequences(with: settings.name), warnings: warnings,
      pictogram: Pictogram(settings, words: words.sentence),
      zone: Overview.Zone(gesture.recognizer, on: group.frame, of: screen))
  }

  private func sequences(with step: String) -> [String] {
    configuration.gestures.compactMap { gesture in
      if case .sequence(let sequence) = gesture.kind, sequence.steps.contains(step) { gesture.name } else { nil }
    }
  }

  /// The modes in which a gesture is on, on a view that is on, too.
  private func modes(of gesture: GestureSettings, on view: String) -> String {
    let chain = viewsAround(view)
    let isOnAtFirst = gesture.isEnabled && chain.allSatisfy(\.isEnabled)
    if configuration.modes.isEmpty { return isOnAtFirst ? "" : "Off: no mode turns it on." }
    let on = configuration.modes.filter { mode in
      isOn(gesture.name, gesture.isEnabled, mode.disable.gestures, mode.enable.gestures)
        && chain.allSatisfy { isOn($0.name, $0.isEnabled, mode.disable.views, mode.enable.views) }
        && isOn(settings.name, true, mode.disable.views, mode.enable.views)
    }.map(\.name)
    let off = configuration.modes.map(\.name).filter { !on.contains($0) }
    if isOnAtFirst {
      if off.isEmpty { return "In every mode." }
      return on.isEmpty
        ? "Only in the default mode." : "Not in the mode \(Phrases.any(off.map { "“\($0)”" }))."
    }
    if on.isEmpty { return "Off: no mode turns it on." }
    return "Only in the mode \(Phrases.any(on.map { "“\($0)”" }))."
  }

  private func isOn(_ name: String, _ otherwise: Bool, _ disable: [String], _ enable: [String]) -> Bool {
    enable.contains(name) || otherwise && !disable.contains(name)
  }

  private func viewsAround(_ name: String) -> [ViewSettings] {
    var chain: [ViewSettings] = []
    var next = configuration.views.first { $0.name == name }
    while let view = next, chain.count < 100 {
      chain.append(view)
      next = view.parent.flatMap { parent in configuration.views.first { $0.name == parent } }
    }
    return chain
  }
}

extension Overview.Zone {
  /// - Parameters:
  ///   - view: the view's frame on the screen.
  init(_ recognizer: GestureRecognizer, on view: Rect, of screen: Size) {
    if let pan = recognizer as? ScreenEdgePanGestureRecognizer {
      let whole = Rect(x: 0, y: 0, width: screen.width, height: screen.height)
      areas = ScreenEdge.allCases.filter(pan.edges.contains)
        .map { Self.strip(at: $0, of: whole, pan.edgeWidth, from: 0, to: .infinity) }
    } else if let rim = recognizer.startingPlaces {
      areas = rim.segments.map {
        Self.strip(at: $0.edge, of: view, rim.edgeWidth, from: $0.range.lowerBound, to: $0.range.upperBound)
      }
      for corner in RimPlaces.Corner.allCases where rim.corners.contains(corner) {
        let side = min(rim.cornerSize, view.size.width, view.size.height)
        let isLeft = corner == .topLeft || corner == .bottomLeft
        let isUpper = corner == .topLeft || corner == .topRight
        areas.append(
          Rect(
            x: view.origin.x + (isLeft ? 0 : view.size.width - side),
            y: view.origin.y + (isUpper ? 0 : view.size.height - side), width: side, height: side))
      }
    }
  }

  private static func strip(at edge: ScreenEdge, of view: Rect, _ width: Double, from: Double, to: Double) -> Rect {
    let (x, y) = (view.origin.x, view.origin.y)
    let isUpright = edge == .left || edge == .right
    let extent = isUpright ? view.size.height : view.size.width
    let first = min(from, extent), length = max(0, min(to, extent) - first)
    let depth = min(width, isUpright ? view.size.width : view.size.height)
    switch edge {
    case .left: return Rect(x: x, y: y + first, width: depth, height: length)
    case .right: return Rect(x: x + view.size.width - depth, y: y + first, width: depth, height: length)
    case .top: return Rect(x: x + first, y: y, width: length, height: depth)
    case .bottom: return Rect(x: x + first, y: y + view.size.height - depth, width: length, height: depth)
    }
  }
}

extension Overview.ShownScreen {
  /// The size and where it comes from.
  package var sizeWords: String {
    switch source {
    case .configuration: Phrases.size(size)
    case .panel: "\(Phrases.size(size)), as the connected panel reports"
    case .unknown: "size unknown, drawn as \(Phrases.size(size))"
    }
  }
}
