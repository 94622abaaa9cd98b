import Configuration
import Gestures
import Text

package enum RecordText {
  /// Returns the line of a record, without a newline.
  ///
  /// - Parameters:
  ///   - origin: the time that corresponds to 0.
  ///   - isDetailed: includes what an action does, as the command that it runs, and where a gesture was made.
  package static func line(_ record: SessionRecord, since origin: Timestamp, isDetailed: Bool = true) -> String {
    switch record {
    case .gesture(let event, let gesture):
      columns(event.time - origin, gesture.view, gesture.settings.name, event.state.description)
        + (gesture.isOnScreen
          ? (isDetailed ? "at \(event.location.inMillimetres)" : "") + words(event, gesture)
          : gesture.words(for: event.values))
    case .touch(let event):
      columns(event.time - origin, event.touch.view?.name ?? "", "touch \(event.touch.id)", event.phase.description)
        + "at \(event.location.inMillimetres)\(ImprintText.words(event.imprint).map { "  \($0)" } ?? "")"
    case .action(let action, let event, let gesture):
      columns(event.time - origin, gesture.view, gesture.settings.name, "→ \(action.keyword)")
        + (isDetailed ? action.arguments.joined(separator: " ") : "")
    case .stateAction(let event):
      columns(event.time - origin, event.word, event.name, "→ \(event.action.keyword)")
        + (isDetailed ? event.action.arguments.joined(separator: " ") : "")
    case .attempt(let event, let gesture):
      columns(event.time - origin, gesture.view, gesture.settings.name, event.change.word)
        + (event.change.reason.map { Explanation($0, of: gesture.settings, other: gesture.partner(in: $0)).text } ?? "")
    }
  }

  static func line(_ contact: TouchFrame.Contact, since origin: Timestamp, at time: Timestamp) -> String {
    columns(time - origin, "", "app touch \(contact.id)", contact.phase.description)
      + "at \(contact.location.inMillimetres)"
  }

  package static func line(_ announcement: Announcement, since origin: Timestamp, at time: Timestamp) -> String {
    let more =
      switch announcement {
      case .device(.added(let node, let name), _), .device(.removed(let node, let name), _): "\(name) on \(node)"
      case .device(.dropped, _): "the kernel lost events; touches whose state is unknown are cancelled"
      case .idle(.active(_, let idle)): "after \(Decimal.fixed(idle.seconds, decimals: 1)) s"
      case .mode, .configuration, .pause, .idle(.idle): ""
      }
    return columns(time - origin, "", announcement.type, announcement.word) + more
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
