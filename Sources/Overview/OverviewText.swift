import Gestures
import Text

/// An overview as text for a terminal, and as JSON Lines.
package struct OverviewText {
  private let overview: Overview

  package init(_ overview: Overview) { self.overview = overview }

  package var text: String {
    var lines = overview.warnings.map { "warning: \($0)" }
    for screen in overview.screens {
      if !lines.isEmpty { lines.append("") }
      lines.append("Screen \"\(screen.name)\", \(screen.sizeWords)")
      lines += screen.warnings.map { "  warning: \($0)" }
      for group in screen.groups {
        if !group.isWholeScreen { lines.append("  View \"\(group.view)\", \(Phrases.size(group.frame.size))") }
        lines += group.warnings.map { "    warning: \($0)" }
        for gesture in group.gestures { lines += self.lines(gesture) }
      }
    }
    if !overview.states.isEmpty { lines += ["", "Besides gestures"] }
    for state in overview.states {
      lines.append("  \(state.title)" + (state.sentence.isEmpty ? "" : ": \(state.sentence)"))
      lines += state.actions.map { "      → \($0.text)" }
    }
    return lines.joined(separator: "\n")
  }

  private func lines(_ gesture: Overview.ShownGesture) -> [String] {
    var lines = ["  \(gesture.number) \(gesture.name): \(gesture.sentence)"]
    if !gesture.details.isEmpty { lines.append("      " + gesture.details.joined(separator: " ")) }
    lines += gesture.actions.map { "      → \($0.text)" }
    lines += gesture.notes.map { "      \($0)" }
    return lines + gesture.warnings.map { "      warning: \($0)" }
  }

  /// One object for each gesture on each of its views, and for each of what happens besides gestures.
  package var jsonLines: [String] {
    var lines: [String] = []
    for screen in overview.screens {
      for group in screen.groups {
        for gesture in group.gestures { lines.append(json(gesture, screen)) }
      }
    }
    return lines + overview.states.map(json)
  }

  private func json(_ state: Overview.ShownState) -> String {
    JSONWriter.text { writer in
      writer.member("type", "state")
      writer.member("state", state.title)
      writer.member("details", state.sentence)
      writer.member("actions", state.actions.map(\.text))
    }
  }

  private func json(_ gesture: Overview.ShownGesture, _ screen: Overview.ShownScreen) -> String {
    JSONWriter.text { writer in
      writer.member("type", "gesture")
      writer.member("screen", screen.name)
      writer.member("view", gesture.view)
      writer.member("gesture", gesture.name)
      writer.member("kind", gesture.kind)
      writer.member("movement", gesture.sentence)
      writer.member("details", gesture.details)
      writer.member("actions", gesture.actions.map(\.text))
      writer.member("modes", gesture.modes)
      writer.member("waits_for", gesture.waits)
      writer.member("warnings", gesture.warnings)
    }
  }
}
