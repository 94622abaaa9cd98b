import Gestures

/// What a gesture is, with the parameters of its kind.
///
/// The defaults are those of thresholds.md, "Ours in one place". `nil` is a limit that "none" has lifted.
package enum GestureKind: Equatable, Sendable {
  case tap(TapSettings)
  case longPress(LongPressSettings)
  case pan(PanSettings)
  case swipe(SwipeSettings)
  case pinch(PinchSettings)
  case rotation(RotationSettings)
  case edgePan(EdgePanSettings)
  case tickle(TickleSettings)
  case stroke(StrokeSettings)

  /// The kind's name in configurations and in the JSON Lines.
  package enum Name: String, CaseIterable, Sendable {
    case tap
    case longPress = "long-press"
    case pan, swipe, pinch, rotation
    case edgePan = "edge-pan"
    case tickle, stroke
  }

  package var name: Name {
    switch self {
    case .tap: .tap
    case .longPress: .longPress
    case .pan: .pan
    case .swipe: .swipe
    case .pinch: .pinch
    case .rotation: .rotation
    case .edgePan: .edgePan
    case .tickle: .tickle
    case .stroke: .stroke
    }
  }
}

package struct TapSettings: Equatable, Sendable {
  package var taps = 1
  package var fingers = 1
  /// A finger that moves further from its start is no tap.
  package var movement: Length? = .millimetres(3.0)
  package var maxDuration: Duration? = .milliseconds(750)
  /// From the lift of one tap to the next touch.
  package var maxInterval: Duration? = .milliseconds(350)
  /// A touch sooner after the lift is contact bounce; 40 ms for bouncing panels.
  package var minInterval: Duration = .zero
  /// From the first tap to each other.
  package var maxDistance: Length? = .millimetres(7.0)

  package init() {}
}

package struct LongPressSettings: Equatable, Sendable {
  /// Before the hold.
  package var taps = 0
  package var fingers = 1
  package var minDuration: Duration = .milliseconds(500)
  package var movement: Length? = .millimetres(1.6)

  package init() {}
}

package struct PanSettings: Equatable, Sendable {
  package enum Axis: String, CaseIterable, Sendable { case any, horizontal, vertical }

  package var minFingers = 1
  package var maxFingers: Int?
  package var threshold: Length = .millimetres(1.6)
  package var axis = Axis.any
  /// Take the threshold off the translation (PAN-8).
  package var compensate = true

  package init() {}
}

package struct SwipeSettings: Equatable, Sendable {
  package enum Direction: String, CaseIterable, Sendable { case left, right, up, down }

  package var directions: Set<Direction> = [.right]
  package var fingers = 1
  package var minDistance: Length = .millimetres(8.0)
  package var maxDuration: Duration? = .milliseconds(500)
  /// To either side of the direction, in radians.
  package var maxAngle: Double? = 30 * .pi / 180
  /// Per second; `nil`: any.
  package var minVelocity: Length?

  package init() {}
}

package struct PinchSettings: Equatable, Sendable {
  /// Change of the distance between the fingers.
  package var threshold: Length = .millimetres(1.3)

  package init() {}
}

package struct RotationSettings: Equatable, Sendable {
  /// In radians.
  package var threshold = 0.09

  package init() {}
}

package struct EdgePanSettings: Equatable, Sendable {
  package enum Edge: String, CaseIterable, Sendable { case left, right, top, bottom }

  package var edges = Set(Edge.allCases)
  package var width: Length = .millimetres(3.0)
  package var threshold: Length = .millimetres(1.6)
  package var fingers = 1

  package init() {}
}

package struct TickleSettings: Equatable, Sendable {
  package var tickles = 3
  /// How far a stroke goes until it counts.
  package var distance: Length = .millimetres(25 * Length.point)

  package init() {}
}

package struct StrokeSettings: Equatable, Sendable {
  /// Names of learned shapes, or their files; empty: all there are.
  package var templates: [String] = []
  /// The shapes themselves. Not there where the text of a configuration was read without the files that it names.
  package var learned: [StrokeTemplate] = []
  /// 0…1.
  package var minScore = 0.7
  /// At most.
  package var strokes = 1
  package var fingers = 1
  /// From the lift of one stroke to the next.
  package var maxInterval: Duration = .seconds(1)
  /// The longer side of what is drawn.
  package var minSize: Length = .millimetres(8.0)
  package var anyDirection = false
  /// How many times larger or smaller than an example; `nil`: any.
  package var maxScale: Double?
  /// From the middle of an example to that of what is drawn; `nil`: anywhere.
  package var maxOffset: Length?

  package init() {}
}
