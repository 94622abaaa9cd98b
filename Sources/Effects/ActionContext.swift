import Actions
import Program

/// What an action receives about the gesture that triggered it.
package struct ActionContext: Hashable, Sendable, CustomStringConvertible {
  /// The place of an action among those of its gesture.
  package enum Occasion: Hashable, Sendable {
    /// One of many actions that follow each other while the gesture changes: only the last one counts.
    case change
    /// A step of a gesture with `every`: each one counts.
    case step
    /// The gesture's end, after its changes and steps.
    case end
    case single
  }

  /// One gesture on one view of one screen.
  struct Source: Hashable {
    let gesture: String
    let view: String
    let screen: String
  }

  package var gesture: String
  package var view: String
  package var screen: String
  package var occasion: Occasion
  /// `TICKLED_X=VALUE`, for commands and the log.
  package var environment: CStrings
  /// The gesture as one of the JSON Lines, with its line feed; for streams only.
  package var line: [UInt8]
  /// The gesture's place and movement; for pointer actions only.
  package var motion: Motion?
  /// The node of the panel that was touched; `nil` in a replay.
  package var panel: String?
  /// Whether the gesture goes on after this action, and its end is reported to `ActionRunner.releaseKeys`.
  package var isContinuing = false

  package init(
    gesture: String, view: String, screen: String = "main", occasion: Occasion = .single, environment: CStrings = [],
    line: [UInt8] = [], panel: String? = nil
  ) {
    self.gesture = gesture
    self.view = view
    self.screen = screen
    self.occasion = occasion
    self.environment = environment
    self.line = line
    self.panel = panel
  }

  /// The context of an action that a client asks for itself.
  package static func request(_ what: String) -> ActionContext {
    ActionContext(gesture: "request", view: what, screen: "")
  }

  /// Returns the text of a `log` action with the gesture's variables in their places, empty where the gesture has none. Other variables are
  /// text: no shell sees it, and the log escapes what cannot be printed.
  func filling(_ text: String) -> String {
    let text = VariableText(text)
    guard !text.variables.isEmpty else { return text.beginning }
    var values: [String: String] = [:]
    for entry in environment.strings {
      let name = entry.prefix { $0 != "=" }
      values[String(name)] = String(entry.dropFirst(name.count + 1))
    }
    return text.filled { $0.hasPrefix("TICKLED_") ? values[$0, default: ""] : nil }
  }

  var source: Source { Source(gesture: gesture, view: view, screen: screen) }

  /// "tap on snake"
  package var description: String { "\(gesture) on \(view)" }
}
