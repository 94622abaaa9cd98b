/// The values that a gesture measures, by kind. They are in millimetres, radians (clockwise positive), ratios, and these per
/// second.
///
/// Recognizers of your own report theirs with `custom(_:)`. New kinds of gestures add cases, so a `switch` needs a `default`.
/// Newer compilers demand it, so that a new case breaks no package:
///
///     switch event.values {
///     case .pan(let translation, _): log("moved by \(translation.length) mm")
///     case .pinch(let scale, _): log("scaled by \(scale)")
///     default: break
///     }
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum GestureValues: Hashable, Sendable {
  /// No values: of a subclass that does not override `values`, or of a gesture that was not recognized.
  case none
  /// The number of taps that the gesture requires.
  case tap(taps: Int)
  /// The time since the landing of the fingers that are held. For a press by force, also the force of the finger that presses least,
  /// as a share of the panel's range, 0…1.
  case longPress(duration: Duration, force: Double? = nil)
  /// The translation since `began` in millimetres, and the velocity in millimetres per second.
  case pan(translation: Vector, velocity: Vector)
  /// Like a pan's, and the edge over which the fingers entered.
  case edgePan(translation: Vector, velocity: Vector, edge: ScreenEdge)
  /// The allowed direction that the fingers took.
  case swipe(direction: SwipeDirection)
  /// The ratio of the fingers' distance to that at `began`, where it is 1, and its change per second.
  case pinch(scale: Double, velocity: Double)
  /// The angle since `began` in radians, clockwise positive, and the velocity in radians per second.
  case rotation(rotation: Double, velocity: Double)
  /// The movement of the fingers since their landing: that of their centroid in millimetres, the ratio of their distances, and their angle
  /// in radians, clockwise positive; and the centroid's velocity in millimetres per second.
  case transform(translation: Vector, scale: Double, rotation: Double, velocity: Vector)
  /// The number of strokes counted until this event.
  case tickle(tickles: Int)
  /// The template that the drawn shape matches best.
  case stroke(StrokeMatch)
  /// The number of presses up to this event, and the duration of the last one.
  case press(presses: Int, duration: Duration)
  /// The command.
  case remote(RemoteCommand.Subtype)
  /// The number of strokes until this event.
  case shake(strokes: Int)
  /// The number of knocks that the gesture requires.
  case knock(knocks: Int)
  /// The orientation in which the device rests.
  case turn(DeviceOrientation)
  /// The values of a recognizer of another module. `custom(_:)` creates them, and `custom(as:)` reads them.
  case other(CustomValues)
}

/// The values of a recognizer of another module: one value of any type.
public struct CustomValues: Hashable, Sendable {
  /// A class, so that events of other gestures do not become larger.
  private let box: Box

  /// Creates values from a value of any type.
  public init(_ value: some Hashable & Sendable) { box = BoxOf(value) }

  /// Returns the value; `nil` if it has another type.
  public func value<Value: Hashable & Sendable>(as type: Value.Type = Value.self) -> Value? {
    (box as? BoxOf<Value>)?.value
  }

  public static func == (a: CustomValues, b: CustomValues) -> Bool { a.box.isEqual(to: b.box) }

  public func hash(into hasher: inout Hasher) { box.hash(into: &hasher) }
}

/// A value of a type that only a subclass knows. Sendable, because it has no variables, and the value is sendable.
private class Box: @unchecked Sendable {
  func isEqual(to other: Box) -> Bool { false }
  func hash(into hasher: inout Hasher) {}
}

private final class BoxOf<Value: Hashable & Sendable>: Box, @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }

  override func isEqual(to other: Box) -> Bool { (other as? Self)?.value == value }
  override func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension GestureValues {
  /// Creates the values of a recognizer of your own from a value of any type.
  ///
  ///     override var values: GestureValues { .custom(Knob(turns: turns)) }
  public static func custom(_ value: some Hashable & Sendable) -> GestureValues { .other(CustomValues(value)) }

  /// Returns the value of a recognizer of your own; `nil` if these are the values of another gesture.
  ///
  ///     if let knob = event.values.custom(as: Knob.self) { … }
  public func custom<Value: Hashable & Sendable>(as type: Value.Type = Value.self) -> Value? {
    if case .other(let values) = self { values.value(as: type) } else { nil }
  }
}

extension GestureValues {
  /// One of the values, with its unit.
  @usableFromInline package enum Measure {
    case count(Int)
    case duration(Duration)
    /// A displacement in millimetres.
    case displacement(Vector)
    /// A velocity in millimetres per second.
    case velocity(Vector)
    case ratio(Double)
    case radians(Double)
    /// The change of a ratio or of an angle in radians, per second.
    case rate(Double)
    /// A share, 0…1.
    case share(Double)
    case word(String)
  }

  /// Calls `body` with each value and its name, in the order of output. Inlinable, because it writes every event.
  @inlinable @inline(__always)
  package func forEachMeasure(_ body: (_ name: StaticString, Measure) -> Void) {
    switch self {
    case .none, .other: break  // The names of other values are not known here.
    case .tap(let taps): body("taps", .count(taps))
    case .longPress(let duration, let force):
      body("duration", .duration(duration))
      // Panels have at most a few hundred steps of force.
      if let force { body("force", .share((force * 1000).rounded() / 1000)) }
    case .pan(let translation, let velocity):
      body("translation", .displacement(translation))
      body("velocity", .velocity(velocity))
    case .edgePan(let translation, let velocity, let edge):
      body("translation", .displacement(translation))
      body("velocity", .velocity(velocity))
      body("edge", .word(edge.rawValue))
    case .swipe(let direction): body("direction", .word(direction.name))
    case .pinch(let scale, let velocity):
      body("scale", .ratio(scale))
      body("velocity", .rate(velocity))
    case .rotation(let rotation, let velocity):
      body("rotation", .radians(rotation))
      body("velocity", .rate(velocity))
    case .transform(let translation, let scale, let rotation, let velocity):
      body("translation", .displacement(translation))
      body("scale", .ratio(scale))
      body("rotation", .radians(rotation))
      body("velocity", .velocity(velocity))
    case .tickle(let tickles): body("tickles", .count(tickles))
    case .stroke(let match):
      body("template", .word(match.template))
      body("score", .share(match.score))
      if let runnerUp = match.runnerUp {
        body("runner_up", .word(runnerUp))
        body("runner_up_score", .share(match.runnerUpScore))
      }
    case .press(let presses, let duration):
      body("presses", .count(presses))
      body("duration", .duration(duration))
    case .remote(let command): body("command", .word(command.rawValue))
    case .shake(let strokes): body("strokes", .count(strokes))
    case .knock(let knocks): body("knocks", .count(knocks))
    case .turn(let orientation): body("orientation", .word(orientation.rawValue))
    }
  }

  /// The value that turns a knob: a pan's longer component (right and down count forwards), an edge pan's movement into the
  /// screen, a rotation's angle, a pinch's scale, or the seconds of a press; `nil` for gestures that have nothing to count off in steps.
  package var progress: Double? {
    switch self {
    case .pan(let translation, _):
      translation.x.magnitude >= translation.y.magnitude ? translation.x : translation.y
    case .edgePan(let translation, _, let edge): translation.x * edge.inwards.x + translation.y * edge.inwards.y
    case .rotation(let rotation, _): rotation
    case .pinch(let scale, _): scale
    case .longPress(let duration, _), .press(_, let duration): duration.seconds
    case .none, .tap, .swipe, .transform, .tickle, .stroke, .remote, .shake, .knock, .turn, .other: nil
    }
  }
}

#if !hasFeature(Embedded)
  /// In JSON, the case is a key with its values: `{"pinch": {"scale": 1.2, "velocity": 0.1}}`.
  extension GestureValues: Codable {}

  /// Only the module that made the values knows their type, so they are not written, and nothing is read.
  extension CustomValues: Codable {
    private struct Unknown: Hashable, Sendable {}

    public init(from decoder: any Decoder) { self.init(Unknown()) }

    public func encode(to encoder: any Encoder) {}
  }
#endif
