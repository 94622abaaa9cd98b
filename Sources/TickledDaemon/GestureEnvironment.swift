import Actions
import Gestures

/// What a command is told about its gesture: variables, as nothing of a gesture is ever spliced into a command.
enum GestureEnvironment {
  /// As `TICKLED_NAME=value`; those that a kind does not have are left out.
  static func variables(
    _ event: GestureEvent, _ gesture: Scene.Gesture, on scene: Scene, step: Int, since origin: Timestamp
  ) -> CStrings {
    var variables = CStrings()
    variables.reserveCapacity(16, bytes: 512)
    func set(_ name: String, _ value: String) { variables.appendVariable(name) { $0.append(contentsOf: value.utf8) } }
    func set(_ name: String, _ value: Double, _ decimals: Int = 3) {
      guard value.isFinite else { return set(name, "\(value)") }
      variables.appendVariable(name) { text in
        Decimal.withBytes(value, decimals: decimals) { text.append(contentsOf: $0) }
      }
    }
    set("GESTURE", gesture.settings.name)
    set("KIND", gesture.kind)
    set("STATE", event.state.word)
    set("VIEW", gesture.view)
    set("SCREEN", scene.screen)
    set("TIME", Double(event.time - origin) / 1e6, 6)
    set("TOUCHES", "\(event.numberOfTouches)")
    set("X", event.location.x)
    set("Y", event.location.y)
    set("X_PERCENT", event.location.x / scene.size.width * 100)
    set("Y_PERCENT", event.location.y / scene.size.height * 100)
    if step != 0 { set("STEP", step > 0 ? "+1" : "-1") }
    switch event.values {
    case .none, .longPress: break
    case .tap(let taps): set("TAPS", "\(taps)")
    case .pan(let translation, let velocity), .edgePan(let translation, let velocity, _):
      set("TRANSLATION_X", translation.x)
      set("TRANSLATION_Y", translation.y)
      set("VELOCITY_X", velocity.x)
      set("VELOCITY_Y", velocity.y)
      if case .edgePan(_, _, let edge) = event.values { set("EDGE", edge.rawValue) }
    case .swipe(let direction): set("DIRECTION", direction.rawValue)
    case .pinch(let scale, let velocity):
      set("SCALE", scale, 6)
      set("VELOCITY", velocity)
    case .rotation(let rotation, let velocity):
      set("ROTATION", rotation, 6)
      set("VELOCITY", velocity)
    case .tickle(let tickles): set("TICKLES", "\(tickles)")
    case .stroke(let match):
      set("TEMPLATE", match.template)
      set("SCORE", match.score)
      if let runnerUp = match.runnerUp {
        set("RUNNER_UP", runnerUp)
        set("RUNNER_UP_SCORE", match.runnerUpScore)
      }
    }
    return variables
  }
}

extension CStrings {
  @inline(__always)
  fileprivate mutating func appendVariable(_ name: String, _ writeValue: (inout [UInt8]) -> Void) {
    append { bytes in
      bytes.append(contentsOf: "TICKLED_".utf8)
      bytes.append(contentsOf: name.utf8)
      bytes.append(UInt8(ascii: "="))
      writeValue(&bytes)
    }
  }
}
