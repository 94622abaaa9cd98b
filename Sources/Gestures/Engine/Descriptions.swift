// What `print` and `dump` show of a recognizer, a view and a touch: name, state and place.

extension GestureRecognizer: CustomStringConvertible, CustomDebugStringConvertible {
  /// The class, the name, the state and, during an attempt, the place: `PanGestureRecognizer "drag": changed at (12.5, 30.0) mm`.
  public final var description: String {
    let title = named(className, name)
    return attempt.isRunning ? "\(title): \(state) at \(location(in: nil))" : "\(title): \(state)"
  }

  /// Like `description`, with the view, the touches and what the recognizer waits for.
  public final var debugDescription: String {
    var parts = [description]
    if !isEnabled { parts.append("disabled") }
    parts.append(view.map { "on \($0.title)" } ?? "on no view")
    if !touches.isEmpty { parts.append("touches \(touches.map { "\($0.id)" }.joined(separator: " "))") }
    if isAsking { parts.append("waits for its decision") }
    if let deadline { parts.append("deadline at \(deadline.microseconds) µs") }
    let required = relations.requirements.map { named($0.className, $0.name) }
    if !required.isEmpty { parts.append("requires to fail: \(required.joined(separator: " "))") }
    return parts.joined(separator: ", ")
  }
}

extension View: CustomStringConvertible, CustomDebugStringConvertible {
  /// The class, the name and the frame: `View "card": (10.0, 20.0) 50.0 × 30.0 mm`.
  public final var description: String {
    "\(title): \(frame)"
  }

  /// Like `description`, with the recognizers, and with the subviews on lines of their own.
  public final var debugDescription: String { lines(indentation: "") }

  fileprivate final var title: String { named(className, name) }

  private func lines(indentation: String) -> String {
    var line = indentation + description
    if isHidden { line += ", hidden" }
    if !isUserInteractionEnabled { line += ", without user interaction" }
    for recognizer in gestureRecognizers { line += "\n\(indentation)  - \(recognizer)" }
    for subview in subviews { line += "\n" + subview.lines(indentation: indentation + "  ") }
    return line
  }
}

extension Touch: CustomStringConvertible, CustomDebugStringConvertible {
  /// The id, the phase, the place and the view: `Touch 3: moved at (12.5, 30.0) mm, on View "card"`.
  public var description: String {
    let place = view.map { ", on \($0.title)" } ?? ""
    return "Touch \(id): \(phase) at \(location)\(place)"
  }

  /// Like `description`, with where and when the touch landed, what the panel measures of it, and its recognizers.
  public var debugDescription: String {
    var parts = [description, "\(type)", "landed at \(initialLocation), \(initialTimestamp.microseconds) µs"]
    if tapCount > 1 { parts.append("tap \(tapCount)") }
    if let force { parts.append("force \(force.short)") }
    if let majorRadius { parts.append("radius \(majorRadius.short) mm") }
    let names = gestureRecognizers.map { named($0.className, $0.name) }
    if !names.isEmpty { parts.append("for \(names.joined(separator: " "))") }
    return parts.joined(separator: ", ")
  }
}

extension GestureRecognizer.State: CustomStringConvertible {
  /// The name of the case, such as `began`.
  public var description: String {
    switch self {
    case .possible: "possible"
    case .began: "began"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}

extension Touch.Phase: CustomStringConvertible {
  /// The name of the case, such as `began`.
  public var description: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

extension Touch.TouchType: CustomStringConvertible {
  /// The name of the case, such as `finger`.
  public var description: String {
    switch self {
    case .finger: "finger"
    case .pen: "pen"
    case .palm: "palm"
    }
  }
}

private func named(_ kind: String, _ name: String) -> String { name.isEmpty ? kind : "\(kind) \"\(name)\"" }

extension Point: CustomStringConvertible {
  /// The coordinates to a tenth of a millimetre: `(12.5, 30.0) mm`.
  public var description: String { "(\(x.short), \(y.short)) mm" }
}

extension Vector: CustomStringConvertible {
  /// The components to a tenth. They may be a velocity, so the unit is left out.
  public var description: String { "(\(x.short), \(y.short))" }
}

extension Size: CustomStringConvertible {
  /// Both sides to a tenth of a millimetre: `50.0 × 30.0 mm`.
  public var description: String { "\(width.short) × \(height.short) mm" }
}

extension Rect: CustomStringConvertible {
  /// The corner and both sides: `(10.0, 20.0) 50.0 × 30.0 mm`.
  public var description: String { "(\(origin.x.short), \(origin.y.short)) \(size)" }
}

extension Double {
  /// The number with one decimal.
  fileprivate var short: String { "\((self * 10).rounded() / 10)" }
}
