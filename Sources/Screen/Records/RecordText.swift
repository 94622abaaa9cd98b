import Gestures
import JSON

/// What happens, a line each, for people.
package enum RecordText {
  /// - Parameter origin: the moment that times count from.
  package static func line(_ record: SessionRecord, since origin: Timestamp) -> String {
    switch record {
    case .gesture(let event, let gesture):
      columns(event.time - origin, gesture.view, gesture.settings.name, event.state.word)
        + "at \(place(event.location))\(describe(event.values))"
    case .touch(let event):
      columns(event.time - origin, event.touch.view?.name ?? "", "touch \(event.touch.id)", event.phase.word)
        + "at \(place(event.location))"
    case .action(let action, let event, let gesture):
      columns(event.time - origin, gesture.view, gesture.settings.name, "→ \(action.keyword)")
        + action.arguments.joined(separator: " ")
    case .attempt(let event, let gesture):
      columns(event.time - origin, gesture.view, gesture.settings.name, event.change.word)
        + (event.change.reason.map { Explanation($0, of: gesture.settings, other: gesture.partner(in: $0)).text } ?? "")
    }
  }

  package static func line(_ change: DeviceChange, since origin: Timestamp, at time: Timestamp) -> String {
    let what =
      switch change {
      case .added(let node, let name), .removed(let node, let name): "\(name) on \(node)"
      case .dropped: "the kernel lost events; touches whose fate is not known are cancelled"
      }
    return columns(time - origin, "", "device", change.word) + what
  }

  package static func line(mode name: String, since origin: Timestamp, at time: Timestamp) -> String {
    columns(time - origin, "", "mode", name)
  }

  private static func columns(_ microseconds: Int64, _ view: String, _ gesture: String, _ state: String) -> String {
    let time = Decimal.fixed(Double(microseconds) / 1e6, decimals: 3)
    return pad(time, 8, left: true) + " s  " + pad(view, 10) + pad(gesture, 12) + pad(state, 11)
  }

  private static func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(left ? 0 : 1, width - text.count))
    return left ? space + text : text + space
  }

  private static func place(_ point: Point) -> String {
    "\(Decimal.fixed(point.x, decimals: 1)), \(Decimal.fixed(point.y, decimals: 1)) mm"
  }

  /// What a gesture measured, on its own.
  package static func words(_ values: GestureValues) -> String { String(describe(values).drop { $0 == " " }) }

  /// What a gesture measures, after two spaces; nothing where there is nothing to say.
  package static func describe(_ values: GestureValues) -> String {
    switch values {
    case .none: ""
    case .tap(let taps): taps == 1 ? "" : "  \(taps) taps"
    case .longPress(let duration): "  held \(Decimal.fixed(duration.seconds, decimals: 2)) s"
    case .pan(let translation, let velocity): "  \(way(translation, velocity))"
    case .edgePan(let translation, let velocity, let edge): "  from the \(edge) edge  \(way(translation, velocity))"
    case .swipe(let direction): "  \(direction)"
    case .pinch(let scale, _): "  ×\(Decimal.fixed(scale, decimals: 2))"
    case .rotation(let rotation, _): "  \(Decimal.fixed(rotation * 180 / .pi, decimals: 1))°"
    case .tickle(let tickles): "  \(tickles) strokes"
    case .stroke(let match): "  \(describe(match))"
    }
  }

  private static func describe(_ match: StrokeMatch) -> String {
    let score = { (score: Double) in Decimal.fixed(score, decimals: 2) }
    return "\(match.template) \(score(match.score))"
      + (match.runnerUp.map { ", then \($0) \(score(match.runnerUpScore))" } ?? "")
  }

  private static func way(_ translation: Vector, _ velocity: Vector) -> String {
    "moved \(place(.zero + translation)), \(Decimal.fixed(velocity.length, decimals: 0)) mm/s"
  }
}
