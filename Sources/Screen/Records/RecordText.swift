import Configuration
import Gestures
import Text

/// Records as readable text, one line each.
package enum RecordText {
  /// Returns the line of a record, without a newline.
  ///
  /// - Parameters:
  ///   - origin: the time that corresponds to 0.
  ///   - withValues: includes what an action does, as the command that it runs.
  package static func line(_ record: SessionRecord, since origin: Timestamp, withValues: Bool = true) -> String {
    switch record {
    case .gesture(let event, let gesture):
      columns(event.time - origin, gesture.view, gesture.settings.name, event.state.word)
        + (gesture.isOnScreen
          ? "at \(event.location.inMillimetres)\(words(event, gesture))" : gesture.words(for: event.values))
    case .touch(let event):
      columns(event.time - origin, event.touch.view?.name ?? "", "touch \(event.touch.id)", event.phase.word)
        + "at \(event.location.inMillimetres)\(ImprintText.words(event.imprint).map { "  \($0)" } ?? "")"
    case .action(let action, let event, let gesture):
      columns(event.time - origin, gesture.view, gesture.settings.name, "→ \(action.keyword)")
        + (withValues ? action.arguments.joined(separator: " ") : "")
    case .stateAction(let event):
      columns(event.time - origin, event.word, event.name, "→ \(event.action.keyword)")
        + (withValues ? event.action.arguments.joined(separator: " ") : "")
    case .attempt(let event, let gesture):
      columns(event.time - origin, gesture.view, gesture.settings.name, event.change.word)
        + (event.change.reason.map { Explanation($0, of: gesture.settings, other: gesture.partner(in: $0)).text } ?? "")
    }
  }

  package static func line(_ change: DeviceChange, since origin: Timestamp, at time: Timestamp) -> String {
    let what =
      switch change {
      case .added(let node, let name), .removed(let node, let name): "\(name) on \(node)"
      case .dropped: "the kernel lost events; touches whose state is unknown are cancelled"
      }
    return columns(time - origin, "", "device", change.word) + what
  }

  package static func line(mode name: String, since origin: Timestamp, at time: Timestamp) -> String {
    columns(time - origin, "", "mode", name)
  }

  package static func line(_ change: ConfigurationChange, since origin: Timestamp, at time: Timestamp) -> String {
    columns(time - origin, "", "configuration", change.word)
  }

  package static func line(isPaused: Bool, since origin: Timestamp, at time: Timestamp) -> String {
    columns(time - origin, "", "pause", isPaused ? "paused" : "resumed")
  }

  package static func line(_ change: IdleChange, since origin: Timestamp) -> String {
    switch change.kind {
    case .idle(let step): columns(change.time - origin, "", "idle", step.name)
    case .active(_, let idle):
      columns(change.time - origin, "", "active", "") + "after \(Decimal.fixed(idle.seconds, decimals: 1)) s"
    }
  }

  private static func columns(_ microseconds: Int64, _ view: String, _ gesture: String, _ state: String) -> String {
    let time = Decimal.fixed(Double(microseconds) / 1e6, decimals: 3)
    return pad(time, 8, left: true) + " s  " + pad(view, 10) + pad(gesture, 12) + pad(state, 11)
  }

  private static func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(left ? 0 : 1, width - text.count))
    return left ? space + text : text + space
  }

  /// Returns two spaces and a description of what the gesture measured; empty if there is nothing to say.
  private static func words(_ event: GestureEvent, _ gesture: Scene.Gesture) -> String {
    let words = gesture.words(for: event.values)
    let value = gesture.sliderValue(of: event).map { "  at \(Decimal.fixed($0 * 100, decimals: 0)) %" } ?? ""
    return (words.isEmpty ? "" : "  \(words)") + value
  }
}
