import Actions
import Gestures

/// A gesture's place and movement at one of its events, for a pointer action.
package struct Motion: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    case began, changed, ended, cancelled
    /// The recognition of a discrete gesture.
    case single
  }

  /// How the panel's upper edge lies, as the user sees it.
  package enum PanelTurn: Hashable, Sendable {
    case up, left, right, down
  }

  package var phase: Phase
  /// The place on the screen, in millimetres.
  package var location: Point
  /// The screen's size in millimetres.
  package var screen: Size
  /// The displacement in millimetres from a place that stays the same during the gesture: only its changes count. Unlike the location, a
  /// pan's translation does not jump when a finger is added or lifted.
  package var translation: Vector
  /// In millimetres per second.
  package var velocity: Vector
  /// How the panel is turned, if the absolute pointer gets places on the panel. `up` also if it gets those of the picture.
  package var panelTurn = PanelTurn.up

  package init(
    _ phase: Phase, at location: Point, on screen: Size, translation: Vector = .zero, velocity: Vector = .zero
  ) {
    self.phase = phase
    self.location = location
    self.screen = screen
    self.translation = translation
    self.velocity = velocity
  }

  /// Has a pinch turn the wheel, forwards while the fingers move apart: a step multiplies the scale by `scroll.ratio`, as zooming programs
  /// do.
  package mutating func turn(_ scroll: PointerAction.Scroll, byPinch scale: Double) {
    let steps = ScrollInertia.logarithm(max(scale, 1e-3)) / ScrollInertia.logarithm(scroll.ratio)
    translation = Vector(x: 0, y: steps * scroll.distance)
  }

  /// Has a rotation turn the wheel, in radians, clockwise forwards.
  package mutating func turn(_ scroll: PointerAction.Scroll, byRotation angle: Double) {
    translation = Vector(x: 0, y: angle / scroll.angle * scroll.distance)
  }

  /// Returns a place on the screen as the absolute pointer reports it: as shares of the width and the height, of the picture or of the
  /// panel. `nil` if the screen has no size.
  func share(of place: Point) -> (x: Double, y: Double)? {
    guard screen.width > 0, screen.height > 0 else { return nil }
    let (x, y) = (min(max(place.x / screen.width, 0), 1), min(max(place.y / screen.height, 0), 1))
    switch panelTurn {
    case .up: return (x, y)
    case .left: return (1 - y, x)
    case .right: return (y, 1 - x)
    case .down: return (1 - x, 1 - y)
    }
  }
}
