import Gestures

/// Makes a case's recognizers from its parameters, and gives their states and values in the case's terms.
enum CaseRecognizers {
  static func make(kind: String, params: JSON, scale: Double) -> GestureRecognizer {
    func length(_ key: String) -> Double? { params[key].double.map { $0 / scale } }
    func time(_ key: String) -> Duration? { params[key].double.map { .microseconds(Int64(($0 * 1000).rounded())) } }
    switch kind {
    case "tap":
      let tap = TapGestureRecognizer()
      tap.numberOfTapsRequired = params["taps"].int ?? 1
      tap.numberOfTouchesRequired = params["touches"].int ?? 1
      if params.has("max_duration_ms") { tap.maximumDuration = time("max_duration_ms") }
      tap.maximumInterval = time("max_interval_ms") ?? tap.maximumInterval
      tap.minimumInterval = time("min_interval_ms") ?? tap.minimumInterval
      tap.allowableMovement = length("max_movement") ?? tap.allowableMovement
      tap.maximumDistance = length("max_tap_distance") ?? tap.maximumDistance
      return tap
    case "long_press":
      let press = LongPressGestureRecognizer()
      press.numberOfTouchesRequired = params["touches"].int ?? 1
      press.numberOfTapsRequired = params["taps"].int ?? 0
      press.minimumPressDuration = time("min_duration_ms") ?? press.minimumPressDuration
      press.allowableMovement = length("max_movement") ?? press.allowableMovement
      return press
    case "pan":
      let pan = PanGestureRecognizer()
      configure(pan, params, length("slop"))
      pan.minimumNumberOfTouches = params["min_touches"].int ?? 1
      pan.maximumNumberOfTouches = params["max_touches"].int ?? 99
      return pan
    case "edge_pan":
      let pan = ScreenEdgePanGestureRecognizer()
      configure(pan, params, length("slop"))
      pan.edges = Set(params["edge"].strings.map { ScreenEdge(rawValue: $0)! })
      pan.edgeWidth = length("edge_size") ?? pan.edgeWidth
      return pan
    case "swipe":
      let swipe = SwipeGestureRecognizer()
      if params["direction"].exists {
        swipe.direction = Set(params["direction"].strings.map { SwipeDirection(name: $0)! })
      }
      swipe.numberOfTouchesRequired = params["touches"].int ?? 1
      swipe.minimumDistance = length("min_distance") ?? swipe.minimumDistance
      swipe.maximumDuration = time("max_duration_ms") ?? swipe.maximumDuration
      if let degrees = params["max_angle_deg"].double { swipe.maximumAngle = degrees * .pi / 180 }
      return swipe
    case "pinch":
      let pinch = PinchGestureRecognizer()
      pinch.slop = length("slop") ?? pinch.slop
      return pinch
    case "rotation":
      let rotation = RotationGestureRecognizer()
      rotation.slop = params["slop_rad"].double ?? rotation.slop
      return rotation
    default: fatalError("a case of an unknown kind: \(kind)")
    }
  }

  private static func configure(_ pan: PanGestureRecognizer, _ params: JSON, _ slop: Double?) {
    pan.slop = slop ?? pan.slop
    pan.axis = params["direction"].string.flatMap(PanGestureRecognizer.Axis.init) ?? .any
    pan.compensatesSlop = params["compensate"].bool ?? true
  }

  static func word(_ state: GestureRecognizer.State, of recognizer: GestureRecognizer) -> String {
    let isDiscrete = recognizer is TapGestureRecognizer || recognizer is SwipeGestureRecognizer
    return state == .ended && isDiscrete ? "recognized" : "\(state)"
  }

  /// The values that an action can read, in millimetres and radians.
  static func values(of event: GestureEvent) -> [String: [Double]] {
    var values = common(event.location, event.numberOfTouches)
    switch event.values {
    case .pan(let translation, let velocity), .edgePan(let translation, let velocity, _):
      values["translation"] = [translation.x, translation.y]
      values["velocity"] = [velocity.x, velocity.y]
    case .pinch(let scale, _): values["scale"] = [scale]
    case .rotation(let rotation, _): values["rotation"] = [rotation]
    default: break
    }
    return values
  }

  /// The values that can be read between two actions.
  static func values(of recognizer: GestureRecognizer) -> [String: [Double]] {
    var values = common(recognizer.location(in: nil), recognizer.numberOfTouches)
    switch recognizer {
    case let pan as PanGestureRecognizer:
      values["translation"] = [pan.translation(in: nil).x, pan.translation(in: nil).y]
      values["velocity"] = [pan.velocity(in: nil).x, pan.velocity(in: nil).y]
    case let pinch as PinchGestureRecognizer: values["scale"] = [pinch.scale]
    case let rotation as RotationGestureRecognizer: values["rotation"] = [rotation.rotation]
    default: break
    }
    return values
  }

  private static func common(_ location: Point, _ touches: Int) -> [String: [Double]] {
    ["location": [location.x, location.y], "touches": [Double(touches)]]
  }
}
