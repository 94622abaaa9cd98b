import Actions
import Configuration

extension Overview {
  /// What happens besides gestures: an idle step, a mode, the touch that wakes the display, interception.
  package struct ShownState: Sendable {
    package enum Sign: Sendable {
      /// The time without a touch, in words.
      case idle(String)
      case mode
      case wake
      case interception
    }

    package var sign: Sign
    package var title: String
    package var sentence: String
    package var actions: [ShownAction] = []

    package var pictogram: Pictogram { Pictogram(sign, words: title) }
  }

  /// In the order in which a person meets them: the screens' own, the idle steps by their times, the modes.
  static func states(_ configuration: Configuration) -> [ShownState] {
    configuration.screens.flatMap { states($0, isOnly: configuration.screens.count == 1) }
      + configuration.idle.sorted { $0.after < $1.after }.map { state($0, configuration) }
      + configuration.modes.map { state($0, configuration) }
  }

  private static func states(_ screen: ScreenSettings, isOnly: Bool) -> [ShownState] {
    let place = isOnly ? "" : " on “\(screen.name)”"
    var states: [ShownState] = []
    if screen.intercept {
      states.append(
        ShownState(
          sign: .interception, title: "interception\(place)",
          sentence: "Gestures keep their touches from applications."))
    }
    if let guarding = screen.wakeGuard {
      let rest = guarding > .zero ? ", nor do touches that land within \(Phrases.time(guarding)) after it" : ""
      let receivers = screen.intercept ? "neither gestures nor applications" : "no gesture"
      states.append(
        ShownState(
          sign: .wake, title: "the touch that wakes the display\(place)",
          sentence: "It reaches \(receivers)\(rest).", actions: shown(screen.wakeActions)))
    }
    return states
  }

  private static func state(_ step: IdleSettings, _ configuration: Configuration) -> ShownState {
    let time = Phrases.time(step.after)
    let on = configuration.modes.filter { $0.enable.idle.contains(step.name) }.map(\.name)
    let off = configuration.modes.filter { $0.disable.idle.contains(step.name) }.map(\.name)
    let modes = step.isEnabled ? off : on
    let sentence =
      modes.isEmpty
      ? step.isEnabled ? "" : "Off: no mode turns it on."
      : "\(step.isEnabled ? "Not" : "Only") in the mode \(Phrases.any(modes.map { "“\($0)”" }))."
    return ShownState(
      sign: .idle(time), title: "\(time) without a touch", sentence: sentence,
      actions: shown(step.actions) + shown(step.activeActions, "at the next touch"))
  }

  private static func state(_ mode: ModeSettings, _ configuration: Configuration) -> ShownState {
    func list(_ members: ModeSettings.Members) -> [String] {
      (members.gestures + members.views.filter { !members.gestures.contains($0) }).map { "“\($0)”" }
    }
    let off = list(mode.disable), on = list(mode.enable)
    var parts: [String] = []
    if !off.isEmpty { parts.append("\(Phrases.all(off)) \(off.count == 1 ? "is" : "are") off") }
    if !on.isEmpty { parts.append("\(Phrases.all(on)) \(on.count == 1 ? "is" : "are") on") }
    if let timeout = mode.timeout { parts.append("the mode before returns after \(Phrases.time(timeout))") }
    let sentence = parts.isEmpty ? "" : parts.joined(separator: "; ").capitalized + "."
    return ShownState(
      sign: .mode, title: "mode “\(mode.name)”", sentence: sentence,
      actions: shown(mode.entered, "when it begins") + shown(mode.left, "when it ends"))
  }

  private static func shown(_ actions: [Action], _ moment: String = "") -> [ShownAction] {
    actions.map {
      let words = ActionWords($0)
      return ShownAction(moment: moment, words: words.words, code: words.code)
    }
  }
}
