import Actions
import Gestures
import JSON

/// What a command is told about its gesture: variables, as nothing of a gesture is ever spliced into a command.
enum GestureEnvironment {
  /// As `TICKLED_NAME=value`; those that a kind does not have are left out.
  static func variables(
    _ event: GestureEvent, _ gesture: Scene.Gesture, on scene: Scene, step: Int, since origin: Timestamp
  ) -> CStrings {
    var text = TextBuffer()
    var starts: [Int] = []
    starts.reserveCapacity(16)
    func begin(_ name: StaticString) {
      starts.append(text.count)
      text.append("TICKLED_")
      text.append(name)
      text.append(UInt8(ascii: "="))
    }
    func set(_ name: StaticString, _ value: String) {
      begin(name)
      var value = value
      value.withUTF8 { utf8 in
        if utf8.contains(0) {
          for byte in utf8 where byte != 0 { text.append(byte) }
        } else {
          text.append(utf8)
        }
      }
      text.append(0)
    }
    func set(_ name: StaticString, _ value: Double, _ decimals: Int = 3) {
      guard value.isFinite else { return set(name, "\(value)") }
      begin(name)
      Decimal.withBytes(value, decimals: decimals) { text.append($0) }
      text.append(0)
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
    return CStrings(text.bytes, starts: starts)
  }
}
